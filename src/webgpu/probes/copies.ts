import { NUMBERED_THREADS, THREADS, WORD, arraysText, grid, memoryKernel, type ProbeArrays, type ProbeKernel } from "./probe-kernels.ts";

/** Bytes that a lane moves at once, and the type that has them. */
const WIDTHS = { 4: "u32", 8: "vec2<u32>", 16: "vec4<u32>" } as const;
export type LaneWidth = keyof typeof WIDTHS;
export const LANE_WIDTHS: readonly LaneWidth[] = [4, 8, 16];

/** A copy of so many bytes, a vector of `width` bytes per lane. */
export function copyKernel(arrays: ProbeArrays, bytes: number, width: LaneWidth): ProbeKernel {
  const workgroups = Math.max(1, Math.floor(bytes / width / THREADS));
  const text = `${arraysText(WIDTHS[width])}

${NUMBERED_THREADS}
  target_[id] = source[id];
}
`;
  return {
    at: width,
    kernel: memoryKernel(`copy, ${width} bytes per lane`, arrays, text, grid(workgroups)),
    work: 2 * workgroups * THREADS * width,
  };
}

/** Offsets of the source, in words. */
export const OFFSETS: readonly number[] = [0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32];

/** A copy of words whose source begins `offset` words into the array. */
export function offsetKernel(arrays: ProbeArrays, bytes: number, offset: number): ProbeKernel {
  const workgroups = Math.max(1, Math.floor(bytes / WORD / THREADS) - 1);
  const text = `${arraysText("u32")}

${NUMBERED_THREADS}
  target_[id] = source[id + ${offset}u];
}
`;
  return {
    at: offset,
    kernel: memoryKernel(`copy from word ${offset}`, arrays, text, grid(workgroups)),
    work: 2 * workgroups * THREADS * WORD,
  };
}

/** Orders in which a gather reads its source: a permutation of the numbers below a power of two, as a WGSL expression of `n`. */
const PERMUTATIONS = {
  "in order": () => "n",
  backwards: (count: number) => `${count - 1}u - n`,
  "shuffled within 32": () => "(n & ~31u) | ((n * 13u + 7u) & 31u)",
  "shuffled within 1,024": () => "(n & ~1023u) | ((((n & 1023u) * 389u + 97u) & 1023u) ^ ((n & 31u) << 5u))",
  // Multiplying by an odd number, adding, and folding the high bits onto the low ones are each one-to-one.
  "shuffled all over": (count: number) => {
    const half = Math.max(1, Math.ceil(Math.log2(count) / 2));
    const mask = `${count - 1}u`;
    const round = (factor: string, text: string) => `folded(((${text}) * ${factor}) & ${mask}, ${half}u)`;
    return round("0x2c1b3c6du", round("0x297a2d39u", round("0x846ca68bu", "n")));
  },
} as const;
type Permutation = keyof typeof PERMUTATIONS;
export const GATHERS = Object.keys(PERMUTATIONS) as Permutation[];

/** A gather of words: `target[n] = source[permutation(n)]`. @param bytes a power of two */
export function gatherKernel(arrays: ProbeArrays, bytes: number, permutation: Permutation): ProbeKernel {
  const count = bytes / WORD;
  const text = `${arraysText("u32")}

fn folded(n: u32, half: u32) -> u32 { return n ^ (n >> half); }

${NUMBERED_THREADS}
  let n = id;
  target_[n] = source[${PERMUTATIONS[permutation](count)}];
}
`;
  return {
    at: permutation,
    kernel: memoryKernel(`gather, ${permutation}`, arrays, text, grid(Math.max(1, count / THREADS))),
    work: 2 * bytes,
  };
}
