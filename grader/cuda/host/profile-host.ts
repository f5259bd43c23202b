import type { Device } from "#simulator";
import { LaunchWatch } from "../profile/launch-watch.ts";
import { launchProfile } from "../profile/profile.ts";
import type { HostLaunchProfile, LaunchProfile } from "../profile/profile-schema.ts";
import { placeAt } from "../source-error.ts";
import { runHost, type HostOptions, type HostResult } from "./run-host.ts";

export type HostProfileOptions = Omit<HostOptions, "device" | "observe" | "onLaunch">;

/** A run of the host's code, and what its launches did. */
export interface ProfiledHost {
  /** Of launches that did exactly the same at the same place of the text, the first. */
  readonly launches: readonly HostLaunchProfile[];
  /** For each launch that the host made, in order: its place in `launches`. */
  readonly order: readonly number[];
  readonly result: HostResult;
}

/** Runs a function of the host, and says what each of its launches does to memory. It throws what `runHost` throws. */
export function profileHost(text: string, device: Device, options: HostProfileOptions = {}): ProfiledHost {
  let watch: LaunchWatch | undefined;
  const profiles: LaunchProfile[] = [];
  const launches: HostLaunchProfile[] = [];
  const order: number[] = [];
  const known = new Map<string, number>();
  const result = runHost(text, {
    ...options,
    device,
    observe: ({ program }) => (watch = new LaunchWatch(program, device)).observe,
    onLaunch: (launch) => {
      const {
        number,
        kernel,
        grid: [...grid],
        block: [...block],
        sharedBytes,
        span,
        repeats,
      } = launch;
      const profile = repeats === undefined ? launchProfile(text, kernel, launch, watch!) : profiles[repeats - 1]!;
      profiles.push(profile);
      const place = { grid, block, sharedBytes, ...placeAt(text, span.from) };
      const key = JSON.stringify([place, profile]);
      let position = known.get(key);
      if (position === undefined) known.set(key, (position = launches.push({ number, times: 0, ...place, ...profile }) - 1));
      launches[position]!.times++;
      order.push(position);
    },
  });
  return { launches, order, result };
}
