import { pointsIn, type Case, type Check, type Draw, type Exercise, type HiddenCase, type Size } from "#judge/exercise.ts";
import type { Launch } from "#simulator";
import { everyElement, inBounds, noRace, readAtMostOnce, readOnce, writtenOnce } from "./checks.ts";

/** The correctness checks, by the name that an exercise gives their points under. */
const correctnessChecks = { inBounds, everyElement, writtenOnce, readOnce, readAtMostOnce, noRace };

/** Points of each correctness check in each case. The checks are judged in this order; one without points is left out. */
export type Correctness = Partial<Readonly<Record<keyof typeof correctnessChecks, number>>>;

/** The points for correctness in most exercises: 4 in each case. */
export const USUAL_CORRECTNESS: Correctness = { inBounds: 1, everyElement: 2, writtenOnce: 1 };

/** The correctness checks that have points, in the order in which they are named: `correctness({ inBounds: 1, everyElement: 2 })`. */
export function correctness(points: Correctness): Check[] {
  const names = Object.keys(points) as (keyof Correctness)[];
  return names.flatMap((name) => {
    const each = points[name];
    return each === undefined ? [] : [correctnessChecks[name]({ points: each })];
  });
}

/** Something with a launch of its own, or else with the one that follows from its size. */
type Launchable<T extends { readonly launch: Launch }> = Omit<T, "launch"> & { readonly launch?: Launch };

/** A case whose size may be a function: it is called when the size is first asked for, as tables of many thousand entries should be. */
type AuthoredCase<S extends Size> = Omit<Launchable<Case<S>>, "size"> & { readonly size: S | (() => S) };

/** An exercise as its author writes it: what follows from the rest can be left out. */
export interface Authored<S extends Size> extends Omit<Exercise<S>, "cases" | "checks" | "hidden" | "larger" | "points"> {
  /** Default: what the checks add up to over their cases. */
  readonly points?: number;
  /** The launch for a size, for each case that does not name its own. */
  readonly launch?: (size: S) => Launch;
  readonly cases: readonly AuthoredCase<S>[];
  readonly hidden?: (draw: Draw) => Launchable<HiddenCase<S>>;
  /** The case at full size with `factor` times as much to do: see `Exercise.larger`, and `growing`. @param size of the case at full size */
  readonly larger?: (size: S, factor: number) => Launchable<HiddenCase<S>>;
  /** Points of the correctness checks, which come before `checks`. Default: no such checks; families have the usual ones. */
  readonly correctness?: Correctness;
  readonly checks: readonly Check<S>[];
}

/** The fields that an author writes for an exercise of a family: those that the family supplies, `Supplied`, may be left out. */
export type Own<S extends Size, Supplied extends keyof Authored<S>> = Omit<Authored<S>, Supplied> & Partial<Pick<Authored<S>, Supplied>>;

/**
 * Completes an exercise with what follows from the rest: the launches of the cases, the correctness checks, the points. The type of
 * its sizes is checked here and then dropped, since the judge treats all exercises alike.
 *
 *     export default defineExercise<{ n: number }>({
 *       …,
 *       launch: ({ n }) => launchOver([n], [256]),
 *       cases: [{ id: "ragged", title: "1,000 elements", size: { n: 1000 } }, …],
 *       correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1 },
 *       checks: [sectorsPerRequest({ access: "read", atMost: 4, points: 2 })],
 *     });
 *
 * @throws Error when a case has no launch and the exercise has none for its size.
 */
export function defineExercise<S extends Size>(authored: Authored<S>): Exercise {
  const { launch, hidden, larger, correctness: correctnessPoints = {}, ...own } = authored;
  const launchOf = (item: { readonly launch?: Launch }, size: () => S): Launch => {
    const launched = item.launch ?? launch?.(size());
    if (launched === undefined) throw new Error(`${own.id}: give each case a launch, or the exercise one that follows from the size`);
    return launched;
  };
  const launched = (item: Launchable<HiddenCase<S>>): HiddenCase<S> => ({ ...item, launch: launchOf(item, () => item.size) });
  const cases = own.cases.map(({ size, ...item }): Case<S> => {
    const sizeOf = once(typeof size === "function" ? size : () => size);
    return {
      ...item,
      launch: launchOf(item, sizeOf),
      get size() {
        return sizeOf();
      },
    };
  });
  const checks = [...correctness(correctnessPoints), ...own.checks];
  const full = cases.find(({ fullSize }) => fullSize);
  const exercise: Exercise<S> = {
    ...own,
    points: own.points ?? pointsOf(own, checks, cases),
    cases,
    checks,
    ...(hidden && { hidden: (draw) => launched(hidden(draw)) }),
    ...(larger && full && { larger: (factor) => launched(larger(full.size, factor)) }),
  };
  return exercise as unknown as Exercise;
}

/** Makes a value when it is first asked for. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** For `Authored.larger`: a size grows by one of its numbers. `growing("rows")` */
export function growing<K extends string>(
  name: K,
): <S extends Readonly<Record<K, number>>>(size: S, factor: number) => { readonly size: S } {
  return (size, factor) => ({ size: { ...size, [name]: size[name] * factor } });
}

/** The same for a matrix, which stays about as wide as it is high. */
export function growingMatrix<S extends { readonly rows: number; readonly columns: number }>(
  size: S,
  factor: number,
): { readonly size: S } {
  const wider = 2 ** Math.floor(Math.log2(factor) / 2);
  return { size: { ...size, rows: size.rows * (factor / wider), columns: size.columns * wider } };
}

/** The most that an answer can score. */
function pointsOf<S extends Size>(own: Pick<Exercise, "starterPasses">, checks: readonly Check<S>[], cases: readonly Case<S>[]): number {
  const inCases = checks.flatMap((check) => (check.cases ?? cases.map(({ id }) => id)).map((id) => pointsIn(own, check, { id })));
  return inCases.reduce((sum, points) => sum + points, 0);
}
