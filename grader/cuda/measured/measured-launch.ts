import type { SourcePlace } from "./cubin-lines.ts";

/** A profiler's counts of one launch, whichever file they were read from. */
export interface MeasuredLaunch {
  /** As the profiler numbers the launches of a report, from 0. */
  readonly id: number;
  /** As the profiler shows it: `void tiled<32>(float *, const float *, int)`. */
  readonly kernel: string;
  /** Undefined where the file doesn't say. */
  readonly grid: readonly number[] | undefined;
  readonly block: readonly number[] | undefined;
  /** The GPU's own name. */
  readonly gpu: string | undefined;
  /** Counters of the whole launch by the profiler's names; bytes and nanoseconds in these units. */
  readonly counters: ReadonlyMap<string, number>;
  /** Counters of each instruction of the machine code; undefined if the file has none. */
  readonly instructions: readonly MeasuredInstruction[] | undefined;
  /** Whether places of the text are known: the machine code has a line table, or the export has lines. */
  readonly hasLines: boolean;
  /** Whether the kernel was compiled with `-G`; undefined where the file doesn't say. */
  readonly isDebug: boolean | undefined;
  /** Whether counters of bytes and times have three digits only, as ncu prints them for reading. */
  readonly isRounded: boolean;
  /** Texts that the report carries, by the names of their files. */
  readonly sources: ReadonlyMap<string, string>;
}

export type MeasuredSpace = "global" | "shared" | "local";
export type MeasuredOp = "load" | "store" | "atomic" | "reduction";

/** One instruction of the machine code. */
export interface MeasuredInstruction {
  /** Where it stands in the text, then the calls that it was inlined through; empty if that is not known. */
  readonly places: readonly SourcePlace[];
  /** Times that a warp executed it. */
  readonly executed: number;
  /** Lanes that took part, in sum: active ones whose predicate was true. */
  readonly lanes: number;
  /** The memory that it accesses; undefined for an instruction that accesses none of these. */
  readonly access: MeasuredAccess | undefined;
}

export interface MeasuredAccess {
  readonly space: MeasuredSpace;
  readonly op: MeasuredOp;
  /** Undefined where the file doesn't say. */
  readonly bytesPerLane: number | undefined;
  /** Sectors of global and local memory that its addresses touch, request by request. */
  readonly sectors: number;
  /** Wavefronts of shared memory. */
  readonly wavefronts: number;
  /** The fewest wavefronts possible. */
  readonly idealWavefronts: number;
}

/** A file that is no report, or has not what a comparison needs. Its message says what to do. */
export class ReportError extends Error {
  override name = "ReportError";
}

/** The command that makes a report with everything that is compared. */
export const REPORT_COMMAND = "ncu --set full --import-source yes -o report ./program";

/** The command whose CSV has the counters of each line. */
export const EXPORT_COMMAND = "ncu --import report.ncu-rep --page source --print-source cuda,sass --csv";

/** A GPU's name with its article: an NVIDIA H200, a Tesla T4. */
export function aGpu(name: string): string {
  return `${/^(NVIDIA|[AEIO])/.test(name) ? "an" : "a"} ${name}`;
}
