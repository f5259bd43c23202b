import { briefText } from "#cuda/profile/brief.ts";
import { profileOf } from "#cuda/profile/profile.ts";
import type { LabProfile } from "./profile.ts";

/** The brief of a profile, for an assistant: see `briefText`. */
export function labBrief(profile: LabProfile): string {
  const { run, host } = profile;
  const launch = host?.launches.find(({ number }) => number === run.host) ?? host?.launches[0] ?? run.launch;
  const { kernel, grid, block } = launch;
  return briefText(profileOf(kernel, profile), {
    file: "kernel.cu",
    text: run.source,
    device: run.device,
    grid,
    block,
    ...(host && { notes: host.notes }),
  });
}
