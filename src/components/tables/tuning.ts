import { h200 } from "#simulator";
import { profileHost } from "#cuda/host/profile-host.ts";
import { count, decimal } from "#pictures/format.ts";
import { dataTable } from "../data-table.ts";
import { printedFile, printedLine, programNamed } from "../programs/programs.ts";
import { multiple, rounded } from "../quantity-text.ts";

const PROGRAM = "tuning-benchmark";
/** Samples of the larger run on the H200. */
export const TUNED_SAMPLES = 2 ** 24;
const THREADS_PER_BLOCK = 256;

/** A version of the sum: what the lab counts of it over a few thousand samples, and what an H200 took for many. */
export interface TuningRound {
  readonly kernel: string;
  /** The kernel's text in the program. */
  readonly code: string;
  /** Lines of the text that the version before hasn't, from 0. */
  readonly changedLines: readonly number[];
  readonly loadRequests: number;
  /** Sectors of a global load request, and the fewest that could carry what its lanes want. */
  readonly sectorsPerRequest: number;
  readonly idealSectorsPerRequest: number;
  readonly wavefronts: number;
  readonly bankConflicts: number;
  readonly atomics: number;
  readonly microseconds: number;
  readonly usefulGBps: number;
  /** Bytes that the H200's DRAM read for each sample. */
  readonly dramBytesPerSample: number;
}

/** The text of a kernel of a program, without the comment above it. */
function kernelText(source: string, kernel: string): string {
  const from = source.indexOf(`__global__ void ${kernel}(`);
  const to = source.indexOf("\n}\n", from);
  if (from < 0 || to < 0) throw new RangeError(`the program has no kernel ${kernel}`);
  return source.slice(from, to + 2);
}

/** What ncu counted of a kernel of the program on the H200. */
function profilerCount(kernel: string, metric: string): number {
  const line = printedFile(PROGRAM, "h200-ncu.csv")
    .split("\n")
    .find((line) => line.includes(`"${kernel}(`) && line.includes(`"${metric}","byte"`));
  const value = Number(/"([\d,]+)"$/.exec(line ?? "")?.[1]?.replaceAll(",", ""));
  if (Number.isNaN(value)) throw new RangeError(`${metric} of ${kernel} was not counted`);
  return value;
}

function tuningRounds(): TuningRound[] {
  const { source } = programNamed(PROGRAM);
  let before: readonly string[] | undefined;
  return profileHost(source, h200).launches.map(({ kernel, totals: { global, shared } }) => {
    const code = kernelText(source, kernel);
    const lines = code.split("\n");
    // The name is another one in each version: what counts of the first line is its parameters.
    const signature = (line: string) => line.replace(kernel, "").replace(/^__global__ void \w*/, "__global__ void ");
    const known = new Set(before);
    const changedLines = before === undefined ? [] : lines.flatMap((line, at) => (known.has(signature(line)) ? [] : [at]));
    before = lines.map(signature);
    const { microseconds, usefulGBps } = printedLine(PROGRAM, kernel, TUNED_SAMPLES);
    return {
      kernel,
      code,
      changedLines,
      loadRequests: global.load.requests,
      sectorsPerRequest: global.load.sectors / global.load.requests,
      idealSectorsPerRequest: global.load.idealSectors / global.load.requests,
      wavefronts: shared.load.wavefronts + shared.store.wavefronts,
      bankConflicts: shared.load.bankConflicts + shared.store.bankConflicts,
      atomics: global.reduction.requests,
      microseconds,
      usefulGBps,
      dramBytesPerSample: profilerCount(kernel, "dram__bytes_read.sum") / TUNED_SAMPLES,
    };
  });
}

/** The versions of the sum, from the first to the last: run in the lab once. */
export const tuning: readonly TuningRound[] = tuningRounds();

/** Blocks of the versions that have a thread for each sample. */
export const TUNED_BLOCKS = TUNED_SAMPLES / THREADS_PER_BLOCK;
/** Blocks of the versions that loop: eight for each SM. */
export const LOOPING_BLOCKS = 8 * h200.smCount;

/** All rounds of the sum. */
export const tuningTable = dataTable({
  label: "A sum in four rounds",
  measuredIn: [`programs/${PROGRAM}/h200.txt`],
  wide: true,
  caption: "The lab's counts for 4,096 samples, and what an H200 took for 16.8 million.",
  rows: tuning,
  columns: [
    { head: "version", rowHead: true, align: "start", cell: ({ kernel }) => [{ code: kernel }] },
    {
      group: "Global loads",
      columns: [
        { head: "requests", cell: ({ loadRequests }) => count(loadRequests) },
        { head: "sectors each", cell: ({ sectorsPerRequest }) => decimal(sectorsPerRequest) },
        { head: "ideal", cell: ({ idealSectorsPerRequest }) => decimal(idealSectorsPerRequest) },
      ],
    },
    {
      group: "Shared memory",
      columns: [
        { head: "wavefronts", cell: ({ wavefronts }) => count(wavefronts) },
        { head: "conflicts", cell: ({ bankConflicts }) => count(bankConflicts) },
      ],
    },
    { head: "atomics", cell: ({ atomics }) => count(atomics) },
    {
      group: "H200",
      columns: [
        { head: "µs", cell: ({ microseconds }) => decimal(microseconds) },
        { head: "GB/s", cell: ({ usefulGBps }) => rounded(usefulGBps) },
        { head: "faster than the first", cell: ({ microseconds }) => multiple((tuning[0]?.microseconds ?? NaN) / microseconds) },
      ],
    },
  ],
});
