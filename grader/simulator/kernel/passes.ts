/** Which passes of the repeats around it a step is in. */
export interface Passes {
  /** Of the innermost repeat, from 0. */
  readonly iteration: number;
  /** Of the repeat around that one, from 0. */
  readonly outerIteration: number;
}

/** Outside of any repeat. */
export const OUTSIDE: Passes = { iteration: 0, outerIteration: 0 };

/** The passes of a step inside a repeat that itself is in `around`. */
export function inside(around: Passes, iteration: number): Passes {
  return { iteration, outerIteration: around.iteration };
}
