import { deviceNamed, h200 } from "#simulator";
import { compareLaunch, dimensions, type LaunchComparison } from "#cuda/measured/compare-launch.ts";
import { comparisonBrief } from "#cuda/measured/comparison-words.ts";
import { matchingLaunch } from "#cuda/measured/matching-launch.ts";
import type { MeasuredLaunch } from "#cuda/measured/measured-launch.ts";
import { profileOf } from "#cuda/profile/profile.ts";
import type { LabProfile } from "./profile.ts";

export { ReportError } from "#cuda/measured/measured-launch.ts";
export { readReport } from "#cuda/measured/read-report.ts";
export { comparisonBrief };

/**
 * The launch that is shown, compared with one of a report.
 *
 * @param id of the report's launch; undefined: the one that is most like the launch that is shown
 * @throws ReportError if the report has no launch of the kernel
 */
export function comparedLaunch(profile: LabProfile, launches: readonly MeasuredLaunch[], id: number | undefined): LaunchComparison {
  const { launch, source, device } = profile.run;
  const counted = {
    text: source,
    profile: profileOf(launch.kernel, profile),
    grid: launch.grid,
    block: launch.block,
    gpu: (deviceNamed(device) ?? h200).name,
  };
  return compareLaunch(counted, id === undefined ? matchingLaunch(launches, launch) : launches[id]!);
}

/** "2: tiled, 16 × 16 blocks of 32 × 8 threads" */
export function measuredName({ id, kernel, grid, block }: MeasuredLaunch): string {
  const sizes = grid && block ? `, ${dimensions(grid)} blocks of ${dimensions(block)} threads` : "";
  return `${id}: ${kernel.replace(/\(.*/s, "").replace(/^void /, "")}${sizes}`;
}
