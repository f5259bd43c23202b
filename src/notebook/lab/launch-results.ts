import { deviceNamed, h200 } from "#simulator";
import type { LaunchResults } from "#cuda/launch/compare-results.ts";
import { compileLaunched } from "#cuda/launch/launched-kernel.ts";
import { runLaunch } from "#cuda/launch/run-launch.ts";
import { MEMORY_BYTES, type LabRun } from "./profile.ts";

/** What a launch leaves in its arrays: run for its results alone, with no counts and nothing found. */
export function resultsAfter({ source, launch, device }: LabRun): LaunchResults {
  const sanitizers = { memcheck: false, initcheck: false, racecheck: false };
  const options = { device: deviceNamed(device) ?? h200, memoryBytes: MEMORY_BYTES, sanitizers };
  return runLaunch(compileLaunched(source, launch.kernel), launch, options);
}
