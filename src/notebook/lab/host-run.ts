import { deviceNamed, h200 } from "#simulator";
import { runHost, type HostOptions, type HostProgress } from "#cuda/host/run-host.ts";
import { HostTreatment } from "#cuda/host/profile-host.ts";
import { resultFindings, resultReport, withResults } from "#cuda/host/result-findings.ts";
import { launchReport, type LaunchReport } from "#cuda/profile/launch-report.ts";
import { Places } from "#cuda/profile/places.ts";
import { LaunchWatch } from "#cuda/profile/launch-watch.ts";
import { parse } from "#cuda/syntax/parse.ts";
import { placeAt } from "#cuda/source-error.ts";
import { labErrorOf } from "./lab-error.ts";
import type { WatchedPrint } from "./block-recorder.ts";
import { watchedBlock, type BlockRequests } from "./block-requests.ts";
import type { HostLaunch } from "./host-launch.ts";
import { shownLaunch } from "./host-shown.ts";
import { labArray, type LabArray } from "./lab-array.ts";
import { MEMORY_BYTES, type AfterLaunch, type LabOutcome, type LabRun } from "./profile.ts";

/** Runs a text's `main`, with all counts and all sanitizers of its launches, and shows the one that the run names. */
export function profileHostRun(run: LabRun, progress: (progress: HostProgress) => void): LabOutcome {
  const { source } = run;
  let watch: LaunchWatch | undefined;
  let arrays: readonly LabArray[] = [];
  const reports: LaunchReport[] = [];
  const launches: { -readonly [Key in keyof HostLaunch]: HostLaunch[Key] }[] = [];
  const known = new Map<string, number>();
  /** For each launch that was made, its place in `launches`. */
  const order: number[] = [];
  const device = deviceNamed(run.device) ?? h200;
  const treatment = new HostTreatment();
  try {
    const result = runHost(source, {
      ...optionsOf(run, (at) => {
        treatment.reach(at.hostSteps);
        progress(at);
      }),
      observe: ({ program }) => {
        treatment.start(program);
        return (watch = new LaunchWatch(program, device)).observe;
      },
      beforeLaunch: (coming) => (arrays = coming.arrays.map(labArray)),
      onLaunch: (launch) => {
        treatment.add(launch);
        const { number, kernel, grid, block, sharedBytes, span, repeats } = launch;
        const report = repeats === undefined ? launchReport(source, launch, watch!) : reports[repeats - 1]!;
        reports.push(report);
        const { line } = placeAt(source, span.from);
        const key = JSON.stringify([span, kernel, grid, block, sharedBytes, report, arrays]);
        let position = known.get(key);
        if (position === undefined) {
          position = launches.push({ number, times: 0, kernel, grid, block, sharedBytes, line, report, arrays }) - 1;
          known.set(key, position);
        }
        launches[position]!.times++;
        order.push(position);
      },
    });
    const places = new Places(source);
    treatment.find(source, optionsOf(run, progress));
    for (const launch of launches) {
      const { costs, findings } = launch.report;
      const treated = treatment.of({ number: launch.number, findings }, costs?.time.microseconds, source, optionsOf(run, progress));
      if (treated) launch.report = { ...launch.report, ...treated };
    }
    const microsecondsOf = (launch: number): number | undefined => launches[order[launch - 1]!]!.report.costs?.time.microseconds;
    const results = resultFindings({ text: source, device, result, options: optionsOf(run, progress), microsecondsOf });
    const ofLaunch = Map.groupBy(results.findings, ({ launch }) => order[launch - 1]);
    for (const [position, launch] of launches.entries()) {
      const all = withResults(launch.report, ofLaunch.get(position) ?? [], (one) => resultReport(one, places));
      launch.report = { ...launch.report, ...all };
    }
    const { printed, exitCode, notes } = result;
    const [first] = launches;
    if (!first) throw new RangeError("`main` launches no kernel: there is nothing to count.");
    return shownLaunch(
      { run, host: { launches, made: reports.length, printed, exitCode, notes: [...notes, ...results.notes] } },
      run.host ?? first.number,
    );
  } catch (error) {
    return { kind: "error", run, error: labErrorOf(error, source) };
  }
}

function optionsOf({ device }: LabRun, progress?: (progress: HostProgress) => void): HostOptions {
  return {
    device: deviceNamed(device) ?? h200,
    memoryBytes: MEMORY_BYTES,
    progress: (at) => {
      progress?.(at);
      return false;
    },
  };
}

/** Thrown out of the host's run as soon as all is known. */
class LaunchReached extends Error {}

/** Runs `main` as far as one launch, watches a block of it, and keeps what its warps ask memory for. */
export function requestsOfHostBlock(
  run: LabRun,
  block: number,
  progress?: (progress: HostProgress) => void,
  isAlone = false,
  print?: WatchedPrint,
): BlockRequests {
  const { source, device } = run;
  const file = parse(source);
  let found: BlockRequests | undefined;
  try {
    runHost(file, {
      ...optionsOf(run, progress),
      sanitizers: { memcheck: false, initcheck: false, racecheck: false },
      beforeLaunch: ({ number, kernel, shape, place }) => {
        if (number !== (run.host ?? 1)) return;
        found = watchedBlock({ source, file, kernel, shape, device, place, isAlone, ...(print && { print }) }, block);
        throw new LaunchReached();
      },
    });
  } catch (error) {
    if (!(error instanceof LaunchReached)) throw error;
  }
  if (!found) throw new Error(`main made no launch ${run.host}`);
  return found;
}

/** Runs `main` until one launch has ended, and returns what the device's memory holds then. */
export function memoryAfterHostLaunch(run: LabRun, progress?: (progress: HostProgress) => void): AfterLaunch {
  const wanted = run.host ?? 1;
  let after: AfterLaunch | undefined;
  try {
    runHost(run.source, {
      ...optionsOf(run, progress),
      sanitizers: { memcheck: false, initcheck: false, racecheck: false },
      beforeLaunch: ({ number, arrays, place }) => {
        if (number === wanted) after = { run, memory: place().memory, arrays };
      },
      onLaunch: ({ number }) => {
        if (number === wanted) throw new LaunchReached();
      },
    });
  } catch (error) {
    if (!(error instanceof LaunchReached)) throw error;
  }
  if (!after) throw new Error(`main made no launch ${wanted}`);
  return after;
}
