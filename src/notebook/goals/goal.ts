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
}

/** Whether a run has done what a goal asks for. */
export function isReached({ like, atMost = {}, isClean }: Goal, run: RunTraits): boolean {
  if (isClean && !run.isClean) return false;
  return like.some((traits) => everyTrait(traits, run, isEqual)) && everyTrait(atMost, run, isAtMost);
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
