import type { ResultDifference } from "#cuda/launch/compare-results.ts";
import type { Edits } from "./edits.ts";

/** What goals are judged by: each says something of what a run did, never of how its code is written. */
export type Trait =
  /** Which element each thread accesses. */
  | "addresses"
  /** Which elements are accessed, and how often, whichever thread does it. */
  | "elements"
  /** How many elements the lanes of each warp ask for, each counted once. */
  | "distinct elements"
  | "requests"
  | "sectors"
  | "lines"
  | "wavefronts"
  /** Lanes that want different words of one bank, of the warps that can be drawn. */
  | "conflicting lanes"
  /** The lines of 128 bytes of shared memory that the lanes begin in, of the warps that can be drawn. */
  | "lines of lanes"
  /** All counts of a launch, memory by memory, loads and stores apart. */
  | "counts";

/** The traits of a run. Counts are listed access by access; a run has only the traits that its accesses can have. */
export type Traits = Readonly<Partial<Record<Trait, readonly (string | number)[]>>>;

/** What a run did, for goals. */
export interface RunTraits {
  readonly traits: Traits;
  /** Whether it did nothing that a kernel must not do. */
  readonly isClean: boolean;
}

/** Something that a cell's text asks for, as the page carries it: what a run must be like to have done it. */
export interface Goal {
  /** The run is like one of these. */
  readonly like: readonly Traits[];
  /** Counts that the run may not exceed, access by access. */
  readonly atMost?: Traits;
  /** Whether the run must do nothing that a kernel must not do. */
  readonly isClean: boolean;
  /** For each of `like`, the edits of the cell's code that leave the results which the run must leave. Absent: any results will do. */
  readonly results?: readonly Edits[];
}

/** How the results of a run differ from those of the cell's code with edits; undefined: they don't. */
export type CompareResults = (edits: Edits) => Promise<ResultDifference | undefined>;

/** What a run is for a goal. */
export type GoalVerdict =
  | { readonly kind: "reached" }
  | { readonly kind: "missed" }
  /** It does what is asked for, and leaves wrong results. */
  | { readonly kind: "wrong"; readonly difference: ResultDifference };

/** The verdict on a run, whose results are looked at only if all else is as the goal wants it. */
export async function judge({ like, atMost = {}, isClean, results }: Goal, run: RunTraits, compare: CompareResults): Promise<GoalVerdict> {
  if ((isClean && !run.isClean) || !everyTrait(atMost, run, isAtMost)) return { kind: "missed" };
  let verdict: GoalVerdict = { kind: "missed" };
  for (const [number, traits] of like.entries()) {
    if (!everyTrait(traits, run, isEqual)) continue;
    const difference = results && (await compare(results[number]!));
    if (difference === undefined) return { kind: "reached" };
    if (verdict.kind === "missed") verdict = { kind: "wrong", difference };
  }
  return verdict;
}

type Values = readonly (string | number)[];

function everyTrait(wanted: Traits, { traits }: RunTraits, holds: (has: Values, wanted: Values) => boolean): boolean {
  return Object.entries(wanted).every(([trait, values]) => {
    const has = traits[trait as Trait];
    return has !== undefined && has.length === values.length && holds(has, values);
  });
}

function isEqual(has: Values, wanted: Values): boolean {
  return has.every((value, number) => value === wanted[number]);
}

function isAtMost(has: Values, wanted: Values): boolean {
  return has.every((value, number) => value <= wanted[number]!);
}
