import type { LaunchResult } from "../launch/run-launch.ts";
import type { Coordinates, Finding } from "../machine/findings.ts";
import { TooMuchWorkError } from "../machine/run-program.ts";
import { SourceError } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { SourceFile } from "../syntax/tree.ts";
import type { LaunchWatch } from "./launch-watch.ts";
import { Places } from "./places.ts";
import { withEdits, type TextEdit } from "./text-edits.ts";

/** Steps of warps from which on a launch is not run again to try remedies. */
const MOST_TRIED_STEPS = 400_000;
/**
 * Of a kernel: the most runs that its trials may take, and the most steps of warps in all of them, beyond the first few runs. A race takes
 * as long as several steps, and so does a character of the text, which is compiled for each run.
 */
const MOST_RUNS = 40;
const FIRST_RUNS = 6;
const MOST_STEPS = 1_600_000;
const STEPS_PER_RACE = 8;
const STEPS_PER_CHARACTER = 4;
/** Kernels of a program for which remedies are tried: a launch of each. */
export const MOST_TRIED_KERNELS = 3;

/** A run of a text, as far as its findings go. */
export interface TriedRun {
  readonly findings: readonly Finding[];
  /** Time of the launch, by estimate. */
  readonly microseconds: number;
  /** The accesses that were carried out: `laneKey` → lanes, in total. */
  readonly lanes: ReadonlyMap<string, number>;
}

/** A run that has ended; undefined if it was stopped. */
export function triedRun(
  text: string,
  ended: Pick<LaunchResult, "status" | "findings" | "sites" | "executions">,
  watch: LaunchWatch,
): TriedRun | undefined {
  if (ended.status === "stopped") return undefined;
  const { microseconds } = watch.costs(ended.sites, ended.executions).time;
  return { findings: ended.findings, microseconds, lanes: lanesOf(text, ended.sites) };
}

/** A launch that changed texts are tried on. */
export interface TriedLaunch {
  readonly text: string;
  /** Steps of warps. */
  readonly steps: number;
  readonly block: Coordinates;
  /** Runs the launch of a changed text; undefined if it was stopped. */
  readonly run: (text: string) => TriedRun | undefined;
}

/** A change of the text that was tried: it leads to no finding that was not there before. */
export interface TriedChange {
  readonly edits: readonly TextEdit[];
  readonly microseconds: number;
  readonly lanes: ReadonlyMap<string, number>;
  /** Keys of what is still found: see `findingKey`. */
  readonly left: ReadonlySet<string>;
  /** Races that are left. */
  readonly races: number;
}

/** Tries changes of a kernel's text, by running its launch with them, within bounds. */
export class RemedyTrials {
  readonly before: TriedRun;
  readonly launch: TriedLaunch;
  readonly file: SourceFile;
  readonly places: Places;
  readonly known: ReadonlySet<string>;
  readonly races: number;
  #runs: number;
  readonly #tried = new Map<string, TriedChange | undefined>();

  constructor(before: TriedRun, launch: TriedLaunch) {
    this.before = before;
    this.launch = launch;
    this.file = parse(launch.text);
    this.places = new Places(launch.text);
    this.known = new Set(before.findings.map((finding) => findingKey(finding, this.places)));
    this.races = racesIn(before.findings);
    const steps = launch.steps + STEPS_PER_RACE * this.races + STEPS_PER_CHARACTER * launch.text.length;
    const affordable = Math.max(FIRST_RUNS, Math.min(MOST_RUNS, Math.floor(MOST_STEPS / (steps + 1))));
    this.#runs = launch.steps > MOST_TRIED_STEPS ? 0 : affordable;
  }

  /** Whether the launch is too long to be run again. */
  get areOver(): boolean {
    return this.#runs <= 0;
  }

  /** Runs the launch with edits. Undefined if a finding comes that was not there, if it does not run so, or if all runs were made. */
  try(edits: readonly TextEdit[]): TriedChange | undefined {
    const key = JSON.stringify(edits);
    if (this.#tried.has(key)) return this.#tried.get(key);
    if (edits.length === 0 || this.areOver) return undefined;
    this.#runs--;
    const change = this.#try(edits);
    this.#tried.set(key, change);
    return change;
  }

  #try(edits: readonly TextEdit[]): TriedChange | undefined {
    const run = this.#run(edits);
    if (run === undefined) return undefined;
    const left = new Set(run.findings.map((finding) => findingKey(finding, run.places)));
    if (![...left].every((key) => this.known.has(key))) return undefined;
    const { microseconds, lanes, findings } = run;
    return { edits, microseconds, lanes, left, races: racesIn(findings) };
  }

  /** Whether a finding of the launch is gone with a change. */
  isEnded(finding: Finding, { left }: Pick<TriedChange, "left">): boolean {
    return !left.has(findingKey(finding, this.places));
  }

  /** Positions of the findings that are gone with a change. */
  endedBy(change: TriedChange): number[] {
    return this.before.findings.flatMap((finding, number) => (this.isEnded(finding, change) ? number : []));
  }

  /** Undefined, too, for a text that is not understood: macros may write the braces. */
  #run(edits: readonly TextEdit[]): (TriedRun & { readonly places: Places }) | undefined {
    try {
      const text = withEdits(this.launch.text, edits);
      const run = this.launch.run(text);
      return run && { ...run, places: new Places(text) };
    } catch (error) {
      if (error instanceof SourceError || error instanceof RangeError || error instanceof TooMuchWorkError) return undefined;
      throw error;
    }
  }
}

/** A finding by its kind, its line and its text, which edits don't change. */
function findingKey({ kind, span }: Finding, places: Places): string {
  return `${kind} ${laneKey(places.at(span.from).line, places.text(span))}`;
}

function racesIn(findings: readonly Finding[]): number {
  return findings.reduce((sum, { kind, further }) => sum + (kind === "race" ? 1 + further : 0), 0);
}

/** Lanes of the requests to memory, by `laneKey`. */
export function lanesOf(text: string, sites: LaunchResult["sites"]): ReadonlyMap<string, number> {
  const places = new Places(text);
  const lanes = new Map<string, number>();
  for (const { site, counts } of sites) {
    const key = laneKey(places.at(site.span.from).line, places.text(site.span));
    lanes.set(
      key,
      counts.reduce((sum, { activeLanes }) => sum + activeLanes, lanes.get(key) ?? 0),
    );
  }
  return lanes;
}

/** An access by its line and its text. */
export function laneKey(line: number, text: string): string {
  return `${line} ${text}`;
}
