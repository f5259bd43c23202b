import type { Device } from "#simulator";
import { LaunchWatch } from "../profile/launch-watch.ts";
import { findingProfile, launchProfile, remediesProfile } from "../profile/profile.ts";
import type { HostLaunchProfile, LaunchProfile } from "../profile/profile-schema.ts";
import { placeAt } from "../source-error.ts";
import type { Program } from "../ir/program.ts";
import { Places } from "../profile/places.ts";
import { MOST_REPEATED_STEPS, RaceEnds } from "../profile/race-ends.ts";
import { treatedFindings, type ReportedFinding, type TreatedFindings } from "../profile/remedies.ts";
import { MOST_TRIED_KERNELS, RemedyTrials, lanesOf, triedRun, type TriedRun } from "../profile/remedy-trials.ts";
import { resultFindings, resultReport, withResults } from "./result-findings.ts";
import { HostStoppedError, runHost, type HostLaunch, type HostOptions, type HostResult } from "./run-host.ts";

export type HostProfileOptions = Omit<HostOptions, "device" | "observe" | "onLaunch">;

/** A run of the host's code, and what its launches did. */
export interface ProfiledHost {
  /** The launches, each that did exactly the same as an earlier one at the same place left out. */
  readonly launches: readonly HostLaunchProfile[];
  /** For each launch that the host made, in order: its place in `launches`. */
  readonly order: readonly number[];
  readonly result: HostResult;
}

/** Runs a function of the host, and says what each of its launches does to memory. It throws what `runHost` throws. */
export function profileHost(text: string, device: Device, options: HostProfileOptions = {}): ProfiledHost {
  let watch: LaunchWatch | undefined;
  const treatment = new HostTreatment();
  const profiles: LaunchProfile[] = [];
  const launches: HostLaunchProfile[] = [];
  const order: number[] = [];
  const known = new Map<string, number>();
  const result = runHost(text, {
    ...options,
    device,
    progress: (at) => {
      treatment.reach(at.hostSteps);
      return options.progress?.(at) ?? false;
    },
    observe: ({ program }) => {
      treatment.start(program);
      return (watch = new LaunchWatch(program, device)).observe;
    },
    onLaunch: (launch) => {
      treatment.add(launch);
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
  const { onPrint: _, ...replay } = options;
  treatment.find(text, { ...replay, device });
  const places = new Places(text);
  const microsecondsOf = (launch: number): number | undefined => launches[order[launch - 1]!]!.time?.microseconds;
  const results = resultFindings({ text, device, result, options: replay, microsecondsOf });
  const ofLaunch = Map.groupBy(results.findings, ({ launch }) => order[launch - 1]);
  const treated = launches.map((launch, position) => {
    const found = treatment.of(launch, launch.time?.microseconds, text, { ...replay, device }) ?? {
      findings: launch.findings,
      remedies: [],
    };
    const all = withResults(found, ofLaunch.get(position) ?? [], (left) => findingProfile(resultReport(left, places)));
    return { ...launch, findings: all.findings, ...remediesProfile(all.remedies) };
  });
  return { launches: treated, order, result: { ...result, notes: [...result.notes, ...results.notes] } };
}

/** Options of a run that repeats one. */
type ReplayOptions = Omit<HostOptions, "observe" | "onLaunch" | "onPrint">;

/** A launch with findings, as far as a run that repeats it is concerned. */
interface FaultyLaunch {
  readonly launch: HostLaunch;
  readonly ends: RaceEnds;
  /** How many launches were run before it. */
  readonly run: number;
  /** Steps of all warps up to its end, and of the host: some thirty of the host's take as long as one of a warp. */
  readonly steps: number;
}

const HOST_STEPS_PER_WARP_STEP = 32;

/**
 * The findings of a program's launches with the other accesses of races, for which the program is run once more, as far as the last of
 * them, and with remedies, for which it is run as far as the launch.
 */
export class HostTreatment {
  /** The program of each launch that was run, in order. */
  readonly #programs: Program[] = [];
  #warpSteps = 0;
  #hostSteps = 0;
  readonly #triedKernels = new Set<string>();
  /** By the number of the launch. */
  readonly #open = new Map<number, FaultyLaunch>();

  /** A launch starts to run. */
  start(program: Program): void {
    this.#programs.push(program);
  }

  /** The host has made so many steps. */
  reach(hostSteps: number): void {
    this.#hostSteps = hostSteps;
  }

  /** A launch has ended, or repeats an earlier one. */
  add(launch: HostLaunch): void {
    const { number, repeats, findings } = launch;
    if (repeats !== undefined) return;
    this.#warpSteps += launch.steps;
    if (findings.length === 0) return;
    const run = this.#programs.length - 1;
    const steps = this.#warpSteps + this.#hostSteps / HOST_STEPS_PER_WARP_STEP;
    this.#open.set(number, { ends: new RaceEnds(findings, this.#programs[run]!.sites), run, launch, steps });
  }

  /**
   * The findings of a launch, and remedies if it is the first of its kernel that has some: see `treatedFindings`. Undefined if it has none.
   *
   * @param microseconds that the launch takes, by estimate; undefined for a sample of its blocks, on which nothing is tried
   */
  of<Found extends ReportedFinding>(
    { number, findings: reported }: { readonly number: number; readonly findings: readonly Found[] },
    microseconds: number | undefined,
    text: string,
    options: ReplayOptions,
  ): TreatedFindings<Found> | undefined {
    const open = this.#open.get(number);
    if (open === undefined) return undefined;
    const { block, kernel, findings, sites } = open.launch;
    const isTried = microseconds !== undefined && !this.#triedKernels.has(kernel) && this.#triedKernels.size < MOST_TRIED_KERNELS;
    if (isTried) this.#triedKernels.add(kernel);
    const before = { findings, microseconds: microseconds ?? 0, lanes: lanesOf(text, sites) };
    const trials = new RemedyTrials(before, {
      steps: isTried ? open.steps : Infinity,
      text,
      block,
      run: (changed) => triedLaunch(changed, number, options),
    });
    return treatedFindings(reported, open.ends, trials);
  }

  /** Runs the program once more. If it is stopped, nothing is known of the launches that have not ended. */
  find(text: string, options: ReplayOptions): void {
    const racy = [...this.#open.values()].filter(({ ends, steps }) => !ends.isEmpty && steps <= MOST_REPEATED_STEPS);
    const byRun = new Map(racy.map(({ ends, run }) => [run, ends]));
    let run = 0;
    let left = byRun.size;
    if (left === 0) return;
    try {
      runHost(text, {
        ...options,
        observe: () => byRun.get(run++)?.observe ?? (() => () => undefined),
        onLaunch: ({ repeats }) => {
          if (repeats === undefined && byRun.has(run - 1) && --left === 0) throw new LaunchReached();
        },
      });
    } catch (error) {
      if (error instanceof HostStoppedError) for (const [number, open] of this.#open) if (open.run >= run - 1) this.#open.delete(number);
      if (!(error instanceof LaunchReached || error instanceof HostStoppedError)) throw error;
    }
  }
}

/** Thrown out of the host's run once all is known. */
class LaunchReached extends Error {}

/** Runs a program as far as one of its launches; undefined if it was stopped before. */
function triedLaunch(text: string, number: number, options: ReplayOptions): TriedRun | undefined {
  let watch: LaunchWatch | undefined;
  let tried: TriedRun | undefined;
  try {
    runHost(text, {
      ...options,
      observe: ({ program }) => (watch = new LaunchWatch(program, options.device)).observe,
      onLaunch: (launch) => {
        if (launch.number !== number) return;
        tried = triedRun(text, launch, watch!);
        throw new LaunchReached();
      },
    });
  } catch (error) {
    if (!(error instanceof LaunchReached || error instanceof HostStoppedError)) throw error;
  }
  return tried;
}
