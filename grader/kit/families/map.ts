import type { Draw, Exercise, Size, SourceIndex } from "#judge/exercise.ts";
import { growing } from "../define-exercise.ts";
import { input, launchOver, move, output } from "../vocabulary.ts";
import { overItems, type OverItems, type SizedLaunch } from "./over-items.ts";
import { READS_ELEMENT, WRITES_ELEMENT, learnerLoad, learnerStore } from "./parts.ts";

/** The fields that the family supplies; an exercise may override them. */
type Supplied = "exports" | "kernel" | "expected" | "items" | "hidden";

interface MapExercise<S extends Size> extends Omit<OverItems<S>, Supplied>, Partial<Pick<OverItems<S>, Supplied>> {
  /** Which element of `in` an element of `out` must hold; null where nothing may be stored. Default: the one with the same index. */
  readonly from?: (elementIndex: number, size: S) => SourceIndex;
  /** Elements of `in`. Default: n. */
  readonly in?: (size: S) => number;
  /** Elements of `out`. Default: as many as `in` has. */
  readonly out?: (size: S) => number;
}

type Length = { readonly n: number };

/**
 * A copy from `in` to `out`, one element per thread: the learner's `read` gives the element that a thread loads, `write` the one
 * that it stores. What distinguishes one map from another is `from`, which says where the elements of `out` come from.
 *
 *     export default map({
 *       id: "reversed-copy",
 *       …,
 *       from: (elementIndex, { n }) => n - 1 - elementIndex,
 *       cases: [{ id: "small", title: "128 elements, two blocks of 64 threads", size: { n: 128 }, threads: 64 }, …],
 *       checks: [sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 3 }), …],
 *       hints: […],
 *       wrong: { … },
 *     });
 *
 * A launch has one thread per element of `in`, unless `items` says otherwise. An exercise whose size has more than `n` must give `in`
 * and `hidden` itself.
 */
export function map(exercise: MapExercise<Length>): Exercise;
export function map<S extends Size>(exercise: MapExercise<S> & Required<Pick<MapExercise<S>, "in" | "hidden">>): Exercise;
export function map({
  from = (elementIndex) => elementIndex,
  in: lengthOfIn = ({ n }) => n,
  out: lengthOfOut = lengthOfIn,
  ...own
}: MapExercise<Length>): Exercise {
  return overItems<Length>({
    exports: [READS_ELEMENT, WRITES_ELEMENT],
    kernel: ({ size, answer }) => ({
      size,
      arrays: { in: input(lengthOfIn(size)), out: output(lengthOfOut(size)) },
      steps: [move(learnerLoad(answer, "in", "read"), learnerStore(answer, "out", "write"))],
    }),
    expected: (size) => ({ out: (elementIndex) => from(elementIndex, size) }),
    items: lengthOfIn,
    hidden: anyLength,
    larger: growing("n"),
    ...own,
  });
}

/** From 300 to 5,000 elements. Some blocks may have nothing to do: a guard must hold for them, too. */
function anyLength(draw: Draw): SizedLaunch<Length> {
  const n = draw.between(300, 5000);
  const threads = 32 * draw.between(1, 8);
  return { size: { n }, launch: launchOver([n + draw.between(0, 2 * threads)], [threads]) };
}
