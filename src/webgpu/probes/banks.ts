import { cannotTell, perWork, pointAt, spreadShare, told, type Curve, type CurvePoint, type Figure } from "./curves.ts";
import { WORD } from "./probe-kernels.ts";

/** How shared memory is built, as far as two words of one bank tell. */
export interface Banks {
  readonly count: number;
  readonly bytes: number;
}

/** The smallest share by which a conflict of two lanes has to lengthen a read: one wavefront more than four is a quarter. */
const SMALLEST_CONFLICT = 0.1;

/** Widths of a bank that are held against a curve, in words, and numbers of banks. */
const BANK_WORDS = [1, 2, 4];
const BANK_COUNTS = [4, 8, 16, 32, 64, 128];

/**
 * Number and width of the banks: a read takes longer at exactly those distances at which the words of odd and of even lanes are in one bank.
 *
 * @param distances times by the distance in words, as `bankDistanceKernel` makes them
 */
export function banksOf(distances: Curve): Figure<Banks> {
  const slow = slowPoints(distances);
  if (slow === undefined) return cannotTell("reads take the same time at every distance of the words");
  if (slow === "unclear") return cannotTell("the runs differ by more than a bank conflict takes");
  const fits = BANK_COUNTS.flatMap((count) => BANK_WORDS.map((words) => ({ count, words }))).filter(({ count, words }) =>
    distances.every((point) => slow.has(point) === (Math.floor((point.at as number) / words) % count === 0)),
  );
  const [fit, other] = fits;
  if (fit === undefined) return cannotTell("the distances that take longer are not those of any number of banks");
  if (other !== undefined) return cannotTell("more than one number of banks fits");
  return told({ count: fit.count, bytes: fit.words * WORD });
}

/**
 * Lanes that are served together with lane 0, itself included: those with which it has a conflict.
 *
 * @param pairs times by the other lane, as `lanePairKernel` makes them; at 0 the pattern without a conflict
 */
export function laneGroup(pairs: Curve): Figure<readonly number[]> {
  const without = pointAt(pairs, 0);
  if (without === undefined || pairs.length < 3) return cannotTell("too few lanes were tried");
  const slow = slowPoints(pairs);
  if (slow === undefined) return cannotTell("no pair of lanes makes a read longer than others");
  if (slow === "unclear" || slow.has(without)) return cannotTell("the runs differ by more than a bank conflict takes");
  const lanes = [...slow].map(({ at }) => at as number);
  return told([0, ...lanes.sort((a, b) => a - b)]);
}

/** Points of a curve with two levels that are on the upper one; undefined if it has one level, "unclear" if the two run into each other. */
function slowPoints(curve: Curve): ReadonlySet<CurvePoint> | "unclear" | undefined {
  const sorted = curve.toSorted((a, b) => perWork(a) - perWork(b));
  const times = sorted.map(perWork);
  let split = 1;
  for (let at = 1; at < times.length; at++) if (times[at]! / times[at - 1]! > times[split]! / times[split - 1]!) split = at;
  const [fastest, slowestFast, fastestSlow, slowest] = [times[0], times[split - 1], times[split], times.at(-1)];
  if (fastest === undefined || slowestFast === undefined || fastestSlow === undefined || slowest === undefined) return undefined;
  if (slowest < (1 + SMALLEST_CONFLICT) * fastest) return undefined;
  const gap = fastestSlow / slowestFast - 1;
  const unclear =
    gap < SMALLEST_CONFLICT ||
    slowestFast / fastest - 1 > gap ||
    curve.filter((point) => spreadShare(point) > gap).length > curve.length / 10;
  return unclear ? "unclear" : new Set(sorted.slice(split));
}
