import type { Exercise, Size } from "#judge/exercise.ts";

/** An exercise without its case at full size, which can take seconds and is the contract's to run. */
export function withoutFullSize<S extends Size>(exercise: Exercise<S>): Exercise<S> {
  return { ...exercise, cases: exercise.cases.filter(({ fullSize }) => !fullSize) };
}
