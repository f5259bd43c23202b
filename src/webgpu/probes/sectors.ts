import { cannotTell, perWork, spreadShare, told, type Curve, type Figure } from "./curves.ts";
import { WORD } from "./probe-kernels.ts";

/** A step in times that counts: twice the bytes, or twice the requests, should take nearly twice as long. */
const SMALLEST_STEP = 1.3;

/**
 * Bytes that memory, or a cache, delivers at a time: the shortest chunk of which skipping every other one saves time.
 *
 * @param chunks times by the length of the chunks in words, as `chunkKernel` makes them
 */
export function deliveredBytes(chunks: Curve): Figure<number> {
  return stepOf(
    chunks,
    (before, after) => perWork(before) / perWork(after),
    "skipping half of the words saves no time at any length tried",
  );
}

/**
 * Bytes of a cache line: the shortest distance at which two words take two requests.
 *
 * @param pairs times by the distance of two words, as `pairKernel` makes them in a cache
 */
export function lineBytes(pairs: Curve): Figure<number> {
  return stepOf(pairs, (before, after) => perWork(after) / perWork(before), "two words take the same time at every distance tried");
}

/** The place behind the one step that a curve has, in bytes. */
function stepOf(curve: Curve, ratioOf: (before: Curve[number], after: Curve[number]) => number, whyFlat: string): Figure<number> {
  const steps = curve.slice(1).map((point, before) => ({ point, ratio: ratioOf(curve[before]!, point) }));
  const [largest, ...others] = steps.toSorted((a, b) => b.ratio - a.ratio);
  if (largest === undefined || largest.ratio < SMALLEST_STEP) return cannotTell(whyFlat);
  // Half of the step, on a scale of ratios: everything else must be nearer to no step than to this one.
  const half = Math.sqrt(largest.ratio);
  if (others.some(({ ratio }) => ratio > half || ratio < 1 / half)) return cannotTell("the time changes at more than one place");
  if (curve.some((point) => spreadShare(point) > half - 1)) return cannotTell("the runs differ by as much as the step");
  return told((largest.point.at as number) * WORD);
}
