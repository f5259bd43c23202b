import { WARP_SIZE } from "#simulator";
import type { Coordinates, Finding } from "../machine/findings.ts";
import { TooMuchWorkError } from "../machine/run-program.ts";
import { SourceError, type Span } from "../source-error.ts";
import { parse } from "../syntax/parse.ts";
import type { SourceFile } from "../syntax/tree.ts";
import { barrierPlaces, withInsertions, type BarrierPlace, type Insertion } from "./barrier-places.ts";
import type { LaunchResult } from "../launch/run-launch.ts";
import type { LaunchWatch } from "./launch-watch.ts";
import { Places } from "./places.ts";

/** Steps of warps from which on a launch is not run again to try barriers. */
const MOST_TRIED_STEPS = 400_000;
/** The most barriers that are put into a kernel at once, and the most runs that trials may take. */
const MOST_BARRIERS = 3;
const MOST_RUNS = 12;

/** A race between threads of one block, with the place of its other access. */
export interface EndedRace {
  readonly finding: Finding;
  readonly other: Span;
}

/** A run of a changed text: its findings, and the time by estimate. */
export interface TriedRun {
  readonly findings: readonly Finding[];
  readonly microseconds: number;
}

/** A run for trials that has ended; undefined if it was stopped. */
export function triedRun(
  ended: Pick<LaunchResult, "status" | "findings" | "sites" | "executions">,
  watch: LaunchWatch,
): TriedRun | undefined {
  if (ended.status === "stopped") return undefined;
  return { findings: ended.findings, microseconds: watch.costs(ended.sites, ended.executions).time.microseconds };
}

/** Barriers that end races: the launch was run with them. */
export interface BarrierRemedy {
  /** What to put into the text, in order. */
  readonly insertions: readonly Insertion[];
  /** "`__syncthreads()` after line 7 and at the end of the loop in line 6" */
  readonly words: string;
  /** Places, in the list of findings, of the races that it ends. */
  readonly ends: readonly number[];
  /** By estimate, without and with it. */
  readonly microseconds: { readonly before: number; readonly after: number };
}

/** What the trials run: the launch of a changed text. */
export interface BarrierTrials {
  readonly text: string;
  /** Steps that a run takes, of warps: long ones are not tried. */
  readonly steps: number;
  readonly block: Coordinates;
  /** Runs the launch of a changed text; undefined if it was stopped. */
  readonly run: (text: string) => TriedRun | undefined;
}

/**
 * Looks for barriers that end a launch's races within blocks, by running it with them: those that leave the fewest races, one after the
 * other, until the first race is gone. A barrier that not all threads reach, or that leads to another finding, is none. Where the threads
 * that are known are of one warp, a barrier of the warp may do.
 *
 * @param before the launch of the text as it is
 * @param races those of its findings that are races within a block, by their places in the list
 */
export function barrierRemedy(before: TriedRun, races: ReadonlyMap<number, EndedRace>, trials: BarrierTrials): BarrierRemedy | undefined {
  if (trials.steps > MOST_TRIED_STEPS) return undefined;
  const isOfOneWarp = [...races.values()].every(
    ({ finding }) => warpOf(finding.thread, trials.block) === warpOf(finding.other!.thread, trials.block),
  );
  const file = parse(trials.text);
  for (const barrier of isOfOneWarp ? ["__syncwarp()", "__syncthreads()"] : ["__syncthreads()"]) {
    const between = placesBetween(file, races, `${barrier};`);
    for (const candidates of [between, [...between, ...loopEnds(file, races, `${barrier};`)]]) {
      const remedy = remedyWith(barrier, distinct(candidates), before, races, trials);
      if (remedy) return remedy;
    }
  }
  return undefined;
}

function remedyWith(
  barrier: string,
  candidates: readonly BarrierPlace[],
  before: TriedRun,
  races: ReadonlyMap<number, EndedRace>,
  { text, run }: BarrierTrials,
): BarrierRemedy | undefined {
  const [target] = races;
  if (target === undefined) return undefined;
  const places = new Places(text);
  const known = summary(before, places);
  const targetKey = keyOf(target[1].finding, places);
  let chosen: BarrierPlace[] = [];
  let best = known;
  let runs = 0;
  while (chosen.length < MOST_BARRIERS && best.keys.has(targetKey)) {
    let better: { readonly place: BarrierPlace; readonly found: Summary } | undefined;
    for (const place of candidates) {
      if (chosen.includes(place) || ++runs > MOST_RUNS) continue;
      const found = triedSummary(withInsertions(text, insertionsOf([...chosen, place])), run);
      if (found === undefined || [...found.keys].some((key) => !known.keys.has(key))) continue;
      if (found.races < (better?.found ?? best).races) better = { place, found };
    }
    if (better === undefined) return undefined;
    chosen = [...chosen, better.place];
    best = better.found;
  }
  if (best.keys.has(targetKey)) return undefined;
  return {
    insertions: insertionsOf(chosen),
    words: `\`${barrier}\` ${chosen.map((place) => whereWords(place, places)).join(" and ")}`,
    ends: [...races.keys()].filter((number) => !best.keys.has(keyOf(before.findings[number]!, places))),
    microseconds: { before: before.microseconds, after: best.microseconds },
  };
}

type Races = ReadonlyMap<number, EndedRace>;

function placesBetween(file: SourceFile, races: Races, barrier: string): BarrierPlace[] {
  return [...races.values()].flatMap(({ finding, other }) => barrierPlaces(file, finding.span, other, barrier));
}

/** With the first race gone, an access may race with what it, or its neighbour, does in the next pass of a loop. */
function loopEnds(file: SourceFile, races: Races, barrier: string): BarrierPlace[] {
  const spans = [...races.values()].flatMap(({ finding, other }) => [finding.span, other]);
  return spans.flatMap((span) => barrierPlaces(file, span, span, barrier));
}

function distinct(places: readonly BarrierPlace[]): BarrierPlace[] {
  return [...new Map(places.map((place) => [JSON.stringify(place.insertions), place])).values()];
}

function insertionsOf(places: readonly BarrierPlace[]): Insertion[] {
  return places.flatMap(({ insertions }) => insertions).sort((a, b) => a.offset - b.offset);
}

/** The findings of a run by kind and line, which insertions don't change, and the number of its races. */
interface Summary {
  readonly keys: ReadonlySet<string>;
  readonly races: number;
  readonly microseconds: number;
}

function summary({ findings, microseconds }: TriedRun, places: Places): Summary {
  return {
    keys: new Set(findings.map((finding) => keyOf(finding, places))),
    races: findings.reduce((sum, { kind, further }) => sum + (kind === "race" ? 1 + further : 0), 0),
    microseconds,
  };
}

function keyOf({ kind, span }: Finding, places: Places): string {
  return `${kind} ${places.at(span.from).line}`;
}

/** Undefined for a run that was stopped or did not end, and for a text that is not understood: macros may write the braces. */
function triedSummary(text: string, run: BarrierTrials["run"]): Summary | undefined {
  try {
    const tried = run(text);
    return tried && summary(tried, new Places(text));
  } catch (error) {
    if (error instanceof SourceError || error instanceof RangeError || error instanceof TooMuchWorkError) return undefined;
    throw error;
  }
}

function warpOf([x, y, z]: Coordinates, [width, height]: Coordinates): number {
  return Math.floor((x + width * (y + height * z)) / WARP_SIZE);
}

function whereWords({ after, isEndOfLoop }: BarrierPlace, places: Places): string {
  return isEndOfLoop ? `at the end of the loop in line ${places.at(after.from).line}` : `after line ${places.at(after.to - 1).line}`;
}
