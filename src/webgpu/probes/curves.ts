import type { Spread } from "../spread.ts";

/** A kernel's time on a curve: the median of interleaved runs, and where half of them lie. */
export interface CurvePoint {
  /** A stride, a distance, a number of bytes; of a transpose or a gather, its name. */
  readonly at: number | string;
  /** Microseconds of one dispatch. */
  readonly microseconds: Spread;
  /** Useful bytes that a dispatch moves, or reads that its threads make. */
  readonly work: number;
}

export type Curve = readonly CurvePoint[];

/** What a curve tells of a GPU, or why it doesn't. */
export type Figure<Value> = { readonly status: "told"; readonly value: Value } | { readonly status: "cannot tell"; readonly why: string };

export const told = <Value>(value: Value): Figure<Value> => ({ status: "told", value });
export const cannotTell = (why: string): Figure<never> => ({ status: "cannot tell", why });

/** The value, if the curve told it. */
export function valueOf<Value>(figure: Figure<Value>): Value | undefined {
  return figure.status === "told" ? figure.value : undefined;
}

/** Nanoseconds of one read, or of one byte. */
export function perWork({ microseconds, work }: CurvePoint): number {
  return (1000 * microseconds.median) / work;
}

/** Useful gigabytes per second of a point whose work is bytes. */
export function gigabytesPerSecond(point: CurvePoint): number {
  return 1 / perWork(point);
}

/** How far apart the middle half of a point's runs lies, as a share of their median. */
export function spreadShare({ microseconds: { median, lower, upper } }: CurvePoint): number {
  return median > 0 ? (upper - lower) / median : Infinity;
}

/** The point at a place of a curve. */
export function pointAt(curve: Curve, at: number | string): CurvePoint | undefined {
  return curve.find((point) => point.at === at);
}
