import { deviceNamed, h200 } from "#simulator";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { LaunchOptions, LaunchResult } from "#cuda/launch/run-launch.ts";
import { reportLaunch, type LaunchReport } from "#cuda/profile/launch-report.ts";
import type { HostRun } from "./host-launch.ts";
import { labArray, type LabArray } from "./lab-array.ts";
import { labErrorOf, type LabError } from "./lab-error.ts";

/** What is run: a text, a launch, and the device whose rules count. */
export interface LabRun {
  readonly source: string;
  readonly launch: KernelLaunch;
  /** Key of a device in `devices`. */
  readonly device: string;
  /** Number of the launch that is shown, of those that the text's `main` makes; undefined: `launch` is run. */
  readonly host?: number | undefined;
}

export type { AccessReport as LabAccess, FindingReport as LabFinding } from "#cuda/profile/launch-report.ts";

/** What a launch did, as plain data. */
export interface LabProfile extends LaunchReport {
  readonly kind: "profile";
  readonly run: LabRun;
  readonly arrays: readonly LabArray[];
  /** The run of `main` that made the launch. */
  readonly host?: HostRun;
}

export type LabOutcome = LabProfile | { readonly kind: "error"; readonly run: LabRun; readonly error: LabError };

/** What a launch left behind. */
export interface AfterLaunch extends Pick<LaunchResult, "memory" | "arrays"> {
  readonly run: LabRun;
}

/** A profile, with what only the machine can read: the memory after the launch. */
export interface ProfiledRun {
  readonly outcome: LabOutcome;
  readonly after: AfterLaunch | undefined;
}

/** Memory of a launch in the lab: a browser's tab has to hold it. */
export const MEMORY_BYTES = 2 ** 29;

/**
 * Runs a launch, with all counts and all sanitizers.
 *
 * @param kernel of the launch, by one who has compiled it already
 */
export function profileRun(run: LabRun, progress?: LaunchOptions["progress"]): ProfiledRun {
  const { source, launch } = run;
  try {
    const options = { memoryBytes: MEMORY_BYTES, ...(progress && { progress }) };
    const { report, result } = reportLaunch(source, launch, deviceNamed(run.device) ?? h200, options);
    return {
      outcome: { kind: "profile", run, ...report, arrays: result.arrays.map(labArray) },
      after: { run, memory: result.memory, arrays: result.arrays },
    };
  } catch (error) {
    return { outcome: { kind: "error", run, error: labErrorOf(error, source) }, after: undefined };
  }
}
