import type { Case, Draw, Exercise, HiddenCase, Size, SourceElement } from "#judge/exercise.ts";
import { USUAL_CORRECTNESS, defineExercise, type Authored } from "../define-exercise.ts";
import { launchOver } from "../vocabulary.ts";

/** A count along x alone, or along x and y. */
export type Extent = number | readonly [x: number, y: number];

/** A size and its launch: either `threads` per block, in as many blocks as all items need, or an explicit launch. */
export type SizedLaunch<S extends Size> = { readonly size: S } & ({ readonly threads: Extent } | Pick<Case, "launch">);

/** An exercise whose launches follow from how many items there are. */
export interface OverItems<S extends Size> extends Omit<Authored<S>, "cases" | "hidden" | "larger" | "launch"> {
  /** How many threads a launch needs at least, one per item; along x and y where blocks have two dimensions. */
  readonly items: (size: S) => Extent;
  readonly cases: readonly (Pick<Case, "id" | "title" | "fullSize"> & SizedLaunch<S>)[];
  /** Draws a case that no student has seen: see `Exercise.hidden`. */
  readonly hidden: (draw: Draw) => SizedLaunch<S>;
  /** See `Authored.larger`. Without a launch, blocks are as they are at full size, or the launch is the same. */
  readonly larger?: (size: S, factor: number) => { readonly size: S } | SizedLaunch<S>;
}

/**
 * An exercise with one thread per item: a case says how many threads a block has, and the number of blocks follows. Kernel and
 * expectation are the exercise's own.
 *
 *     export default overItems<{ n: number }>({
 *       …,
 *       items: ({ n }) => n,
 *       cases: [{ id: "ragged", title: "1,000 elements, four blocks of 256 threads", size: { n: 1000 }, threads: 256 }, …],
 *       hidden: (draw) => ({ size: { n: draw.between(257, 4000) }, threads: 32 * draw.between(1, 8) }),
 *       …,
 *     });
 */
export function overItems<S extends Size>({ items, cases, hidden, larger, ...own }: OverItems<S>): Exercise {
  const launched = (sized: SizedLaunch<S>): HiddenCase<S> => ({
    size: sized.size,
    launch: "launch" in sized ? sized.launch : launchOver(axes(items(sized.size)), axes(sized.threads)),
  });
  const full = cases.find(({ fullSize }) => fullSize);
  return defineExercise<S>({
    correctness: USUAL_CORRECTNESS,
    ...own,
    cases: cases.map((given) => {
      const { id, title, fullSize } = given;
      return { id, title, ...launched(given), ...(fullSize !== undefined && { fullSize }) };
    }),
    hidden: (draw) => launched(hidden(draw)),
    ...(larger && full && { larger: (size, factor) => launched({ ...full, ...larger(size, factor) }) }),
  });
}

const axes = (extent: Extent): readonly [number] | readonly [number, number] => (typeof extent === "number" ? [extent] : extent);

/** A target for each case, from its size: `perCase({ small: { n: 64 }, ragged: { n: 100 } }, ({ n }) => Math.ceil(n / 32))`. */
export function perCase<S>(sizes: Readonly<Record<string, S>>, target: (size: S) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(sizes).map(([id, size]) => [id, target(size)]));
}

/** One element of a source array, as an expectation names it where there are several: `{ sumOf: [elementOf("a", 3), elementOf("b", 5)] }`. */
export const elementOf = (array: string, elementIndex: number): SourceElement => ({ array, elementIndex });
