import { BANK_COUNT, h100, sharedCost } from "#simulator";
import { gcd, strideRequest } from "./stride.ts";

/** A measured launch of the stride kernel: rows `smem_stride_f32` of the hardware's timings have this shape. */
export interface StrideTiming {
  /** Words from one lane to the next. */
  readonly param: number;
  readonly microseconds: number;
}

/** What is known of one stride. */
export interface StrideRow {
  readonly strideWords: number;
  /** gcd(stride, 32). */
  readonly gcd: number;
  /** Conflict degree as the simulator counts it. */
  readonly degree: number;
  /** undefined: nobody measured it. */
  readonly microseconds: number | undefined;
  /** Time over the longest time of the table, 0 where nothing was measured. */
  readonly timeShare: number;
  readonly chosen: boolean;
}

/** Strides 1 … max. */
export function strideRows(max: number, chosen: number, timings: readonly StrideTiming[]): StrideRow[] {
  const longest = Math.max(...timings.map(({ microseconds }) => microseconds));
  return Array.from({ length: max }, (_, i) => {
    const strideWords = i + 1;
    const microseconds = timings.find(({ param }) => param === strideWords)?.microseconds;
    return {
      strideWords,
      gcd: gcd(strideWords, BANK_COUNT),
      degree: sharedCost(strideRequest(strideWords), h100).conflictDegree,
      microseconds,
      timeShare: microseconds === undefined ? 0 : microseconds / longest,
      chosen: strideWords === chosen,
    };
  });
}
