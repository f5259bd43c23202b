import type { HostRun } from "./host-launch.ts";
import type { LabProfile, LabRun } from "./profile.ts";

/** The profile of one launch of a run of `main`: the one with this number, or else the first. */
export function shownLaunch({ run, host }: { readonly run: LabRun; readonly host: HostRun }, number: number): LabProfile {
  const launch = host.launches.find((one) => one.number === number) ?? host.launches[0]!;
  const { kernel, grid, block, sharedBytes, report, arrays } = launch;
  const shape = { kernel, grid: [...grid] as [number, number, number], block: [...block] as [number, number, number], sharedBytes };
  return {
    kind: "profile",
    run: { ...run, host: launch.number, launch: { ...shape, arguments: [], symbols: [] } },
    ...report,
    arrays,
    host,
  };
}
