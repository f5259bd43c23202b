import { readFileSync } from "node:fs";
import { RATES, estimateTime, type LaunchWork, type Rates } from "#clock/estimate-time.ts";
import type { MemoryCounts } from "#memory/memory-system.ts";
import { h100, h200 } from "#simulator";
import type { ComparedLaunch, HeldOutLaunch } from "#hardware/compared-launches.ts";
import type { CountedLaunch } from "./model-comparison.ts";

/** The constants of the clock that were chosen with other people's kernels. */
const CHOSEN = ["l2Latency", "dramLatency", "chainedShare", "clocksPerBarrier"] as const;

/** Factors by which a constant is changed to see whether times fit better: large ones first. */
const STEPS = [1.4, 1.2, 1.1, 1.05, 1.02];

const DEVICES = { h100, h200 };

/** The model's counts of the held-out launches, whose texts are not part of the project: by device and name. */
const works = new URL("../../hardware/data/held-out-work.json", import.meta.url);

type WorkInFile = Omit<LaunchWork, "memory"> & {
  readonly memory: Omit<MemoryCounts, "contestedFills"> & Partial<Pick<MemoryCounts, "contestedFills">>;
};

function worksInFile(): Readonly<Record<HeldOutLaunch["device"], Readonly<Record<string, WorkInFile>>>> {
  return JSON.parse(readFileSync(works, "utf8")) as ReturnType<typeof worksInFile>;
}

/** Held-out launches with the model's counts of each. */
function counted(heldOut: readonly HeldOutLaunch[]): (HeldOutLaunch & CountedLaunch)[] {
  const byDevice = worksInFile();
  return heldOut.map((launch) => {
    const work = byDevice[launch.device][launch.name];
    if (work === undefined) throw new RangeError(`held-out-work.json lacks ${launch.name} on the ${launch.device}`);
    return { ...launch, work: { ...work, memory: { contestedFills: 0, ...work.memory } } };
  });
}

/**
 * Held-out launches for which the file lacks contested fills: their texts were changed for the measurement, and have not been available
 * since.
 */
export function notCountedSince(): readonly string[] {
  const all = Object.values(worksInFile()).flatMap((ofDevice) => Object.entries(ofDevice));
  return [...new Set(all.filter(([, { memory }]) => memory.contestedFills === undefined).map(([name]) => name))];
}

/** Other people's kernels, with the times of the current model. */
export function calibrated(heldOut: readonly HeldOutLaunch[]): ComparedLaunch[] {
  return counted(heldOut).map((launch) => timedWith(RATES, launch));
}

/**
 * The same launches, each with the modelled times if the constants had been chosen without the repository that its kernel comes from: by
 * the measured times of the other repositories' kernels and ours.
 */
export function chosenByOthers(heldOut: readonly HeldOutLaunch[], ours: readonly CountedLaunch[]): ComparedLaunch[] {
  const all = counted(heldOut);
  return [...Map.groupBy(all, repositoryOf)].flatMap(([repository, group]) => {
    const others = [...ours, ...all.filter((launch) => repositoryOf(launch) !== repository)];
    const rates = chosenBy(others);
    return group.map((launch) => timedWith(rates, launch));
  });
}

/** `owner/name` of the address of a file on GitHub. */
export function repositoryOf({ source }: HeldOutLaunch): string {
  return new URL(source).pathname.split("/").slice(1, 3).join("/");
}

/** The measured time alone: bytes and hit rates do not depend on the constants. */
function timedWith(rates: Rates, { name, device, measured, model, work }: CountedLaunch): ComparedLaunch {
  const { microseconds, boundBy } = estimateTime(DEVICES[device], work, rates);
  return { name, device, measured: { microseconds: measured.microseconds }, model: { ...model, microseconds, boundBy } };
}

/** Starts with the model's own constants, and changes one at a time for as long as the times of these launches fit better. */
function chosenBy(launches: readonly CountedLaunch[]): Rates {
  let rates: Rates = RATES;
  let error = errorOf(rates, launches);
  for (const step of STEPS) {
    for (let better = true; better;) {
      better = false;
      for (const constant of CHOSEN) {
        for (const factor of [step, 1 / step]) {
          const changed = { ...rates, [constant]: rates[constant] * factor };
          const changedError = errorOf(changed, launches);
          if (changedError >= error) continue;
          [rates, error, better] = [changed, changedError, true];
        }
      }
    }
  }
  return rates;
}

/** The factor by which times are off on average, too long or too short alike. */
function errorOf(rates: Rates, launches: readonly CountedLaunch[]): number {
  const sum = launches.reduce((total, { device, measured, work }) => {
    const ratio = estimateTime(DEVICES[device], work, rates).microseconds / measured.microseconds;
    return total + Math.max(ratio, 1 / ratio);
  }, 0);
  return sum / launches.length;
}
