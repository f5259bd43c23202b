import type { SketchStep } from "./sketch.ts";

// The limits of a sketch. The playground keeps to them, so that every link that it makes can be opened.

/** Characters of a source. */
export const LONGEST_SOURCE = 100_000;
/** Characters of a title. */
export const LONGEST_TITLE = 200;
/** Characters of the name of an array, a function or a constant. */
export const LONGEST_NAME = 40;
/** Numbers in a constant that is a table. */
export const LONGEST_TABLE = 4096;
export const MOST_CONSTANTS = 64;
export const MOST_ARRAYS = 16;
/** Elements that the arrays have together. */
export const MOST_ELEMENTS = 2 ** 24;
/** Loads, stores, barriers and loops together, with those in loops. */
export const MOST_STEPS = 64;

/** A name as in TypeScript, of any length. */
export const NAME_PATTERN = /^[A-Za-z_$][\w$]*$/;

/** Loads, stores, barriers and loops, with those in loops, each counted once. */
export function stepCount(steps: readonly SketchStep[]): number {
  return steps.reduce((count, step) => count + 1 + (step.kind === "repeat" ? stepCount(step.steps) : 0), 0);
}
