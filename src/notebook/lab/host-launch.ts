import type { LaunchReport } from "#cuda/profile/launch-report.ts";
import type { LabArray } from "./lab-array.ts";

/** A launch that `main` made, and what it did. */
export interface HostLaunch {
  /** Counted from 1, in the order in which they were made. */
  readonly number: number;
  /** How often it was made at this place, with the same counts and findings. */
  readonly times: number;
  readonly kernel: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  /** Of the launch in the text. */
  readonly line: number;
  readonly report: LaunchReport;
  /** The arrays of the device. */
  readonly arrays: readonly LabArray[];
}

/** A run of `main`. */
export interface HostRun {
  /** Of launches that did exactly the same at the same place of the text, the first. */
  readonly launches: readonly HostLaunch[];
  /** Launches, each time that one was made. */
  readonly made: number;
  /** Lines that host and kernels printed, in order. */
  readonly printed: readonly string[];
  readonly exitCode: number;
  /** What one should know: that the host asked for times, which the lab does not measure. */
  readonly notes: readonly string[];
}
