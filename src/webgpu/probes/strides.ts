import {
  IMPOSSIBLE,
  NUMBERED_THREADS,
  THREADS,
  WORD,
  arraysText,
  grid,
  memoryKernel,
  type ProbeArrays,
  type ProbeKernel,
} from "./probe-kernels.ts";

/** Reads of a thread that do not wait for each other, each from an eighth of the array of its own. */
const READS_PER_THREAD = 8;

/** Strides of the chart, in words. */
export const STRIDES: readonly number[] = Array.from({ length: 64 }, (_, at) => at + 1);

/** Lengths of the chunks of which every other one is read, in words. */
export const CHUNKS = [1, 2, 4, 8, 16, 32, 64] as const;

/** Distances of two words that a pair of lanes reads, in words. */
export const PAIR_DISTANCES = [1, 2, 4, 8, 16, 32] as const;

/** Words from one pair of lanes to the next: twice the longest distance. */
const PAIR_PITCH = 64;

/** Where reads go. */
export interface ReadSetting {
  readonly arrays: ProbeArrays;
  /** Bytes of the array that are read: a power of two. */
  readonly footprint: number;
  /** Bytes that a dispatch passes over: the footprint, to read memory; several times as much, to read a cache that holds it. */
  readonly passedOver: number;
}

/** Threads read words at a stride. */
export function strideKernel(stride: number, setting: ReadSetting): ProbeKernel {
  return readKernel(`strides of ${stride}`, stride, setting, stride, `id * ${stride}u`);
}

/**
 * Threads read a chunk of words, skip as many, and so on. If chunks are shorter than what memory delivers at a time, all of the array is
 * delivered; if they are as long or longer, half of it.
 */
export function chunkKernel(words: number, setting: ReadSetting): ProbeKernel {
  return readKernel(`every other ${words} words`, words, setting, 2, `(id / ${words}u) * ${2 * words}u + id % ${words}u`);
}

/** Pairs of neighbouring lanes read two words at a distance; the pairs are 256 bytes apart. */
export function pairKernel(distance: number, setting: ReadSetting): ProbeKernel {
  const word = `(id >> 1u) * ${PAIR_PITCH}u + (id & 1u) * ${distance}u`;
  return readKernel(`pairs ${distance} words apart`, distance, setting, PAIR_PITCH / 2, word);
}

/** @param wordsPerRead words of the array that a read passes over, on average */
function readKernel(
  name: string,
  at: number,
  { arrays, footprint, passedOver }: ReadSetting,
  wordsPerRead: number,
  word: string,
): ProbeKernel {
  const workgroups = Math.max(1, Math.round(passedOver / WORD / wordsPerRead / (READS_PER_THREAD * THREADS)));
  const words = footprint / WORD;
  const text = `${arraysText("u32")}

${NUMBERED_THREADS}
  let word = ${word};
  var sum = 0u;
  for (var eighth = 0u; eighth < ${READS_PER_THREAD}u; eighth++) {
    sum ^= source[(word + eighth * ${words / READS_PER_THREAD}u) & ${words - 1}u];
  }
  if (sum == ${IMPOSSIBLE}) { target_[0] = sum; }
}
`;
  return { at, kernel: memoryKernel(name, arrays, text, grid(workgroups)), work: READS_PER_THREAD * THREADS * workgroups };
}
