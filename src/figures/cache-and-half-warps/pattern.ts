import { WARP_SIZE, WORD_BYTES, isActive, type WarpRequest } from "#simulator";
import { patternRequest as fullWarp } from "#pictures/pattern.ts";

/** Which lanes of the warp take part in the load. */
export type LanesAtWork = "all" | "lower-half" | "upper-half" | "every-other" | "first-eight";

/** A load of floats: lane i asks for float offset + i × stride, if it takes part. */
export interface Pattern {
  readonly lanes: LanesAtWork;
  readonly strideElements: number;
  readonly offsetElements: number;
}

const TAKES_PART: Readonly<Record<LanesAtWork, (lane: number) => boolean>> = {
  all: () => true,
  "lower-half": (lane) => lane < WARP_SIZE / 2,
  "upper-half": (lane) => lane >= WARP_SIZE / 2,
  "every-other": (lane) => lane % 2 === 0,
  "first-eight": (lane) => lane < 8,
};

export function activeMaskOf(lanes: LanesAtWork): number {
  return LANES.filter(TAKES_PART[lanes]).reduce((mask, lane) => mask | (1 << lane), 0) >>> 0;
}

/** The request that the pattern makes of an array that starts at byte 0. */
export function patternRequest({ lanes, ...distances }: Pattern): WarpRequest {
  return { ...fullWarp({ op: "load", bytesPerElement: WORD_BYTES, ...distances }), activeMask: activeMaskOf(lanes) };
}

/** Lanes that take part, ascending. */
export function activeLanes({ activeMask }: WarpRequest): number[] {
  return LANES.filter((lane) => isActive(activeMask, lane));
}

const LANES: readonly number[] = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
