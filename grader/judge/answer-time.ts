import type { AnswerText } from "./answer-text.ts";
import { RATES, type TimePart } from "#clock/estimate-time.ts";

/** The answer to be timed. */
export interface AnswerTimeJob extends AnswerText {
  /** Id of the exercise. */
  readonly exercise: string;
  /** How many times as large as the one at full size the case is. Default: 1. */
  readonly growth?: number;
}

/** The modelled time of an answer on a GPU, in a case that is large enough to tell. */
export interface AnswerTime {
  readonly status: "timed";
  /** Id of the case at full size. */
  readonly case: string;
  /** How many times as large the case was made. */
  readonly growth: number;
  /** The numbers of its size, as an answer is given them. */
  readonly size: Readonly<Record<string, number>>;
  /** Id of the device: the H200, unless the exercise is about another one. */
  readonly device: string;
  readonly microseconds: number;
  /** The part that takes longest, besides the launch. */
  readonly boundBy: TimePart;
  /** How many times as large the case would have to be for the launch not to be most of the time, and how large it may become. */
  readonly wantedGrowth: number;
  readonly mostGrowth: number;
}

/** The answer does not do what the exercise asks for: how fast it would be says nothing. */
export interface NoAnswerTime {
  readonly status: "wrong";
}

/** A launch takes so many µs before it does anything. */
export const LAUNCH_MICROSECONDS = RATES.launchMicroseconds;

/** How much larger a case two answers are compared in, or one alone: as large as it takes, and as both allow. */
export function growthOf(own: AnswerTime, other: AnswerTime | undefined): number {
  return Math.max(1, Math.min(own.wantedGrowth, own.mostGrowth, other?.mostGrowth ?? Infinity));
}

/** Whether the launch is most of the time: two versions of a kernel look alike then. */
export function isTooSmall({ microseconds }: AnswerTime): boolean {
  return microseconds < 1.5 * LAUNCH_MICROSECONDS;
}

/** How many times as fast as the naive version an answer is; undefined where the case is too small to tell. */
export function speedup(own: AnswerTime, naive: AnswerTime | undefined): number | undefined {
  return naive === undefined || isTooSmall(own) || own.growth !== naive.growth ? undefined : naive.microseconds / own.microseconds;
}

/** An answer this much faster or slower than the naive version is as fast: the model knows no better. */
const ALIKE = 0.05;

/** Whether an answer with this speedup is faster than the naive version at all. */
export function isFaster(speedup: number): boolean {
  return speedup > 1 + ALIKE;
}

/** Whether it is slower. */
export function isSlower(speedup: number): boolean {
  return speedup < 1 - ALIKE;
}
