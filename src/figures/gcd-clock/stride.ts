import { BANK_COUNT, WARP_SIZE, WORD_BYTES, h100, sharedCost, type WarpRequest } from "#simulator";

/** Greatest common divisor of two whole numbers, the second above 0. */
export function gcd(a: number, b: number): number {
  return a % b === 0 ? b : gcd(b, a % b);
}

/** The load in which lane i wants word i × stride, by the first `lanes` lanes of the warp. */
export function strideRequest(strideWords: number, lanes = WARP_SIZE): WarpRequest {
  return {
    space: "shared",
    op: "load",
    bytesPerLane: WORD_BYTES,
    activeMask: 0xffffffff >>> (WARP_SIZE - lanes),
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => lane * strideWords * WORD_BYTES),
  };
}

/** A measured launch of the stride kernel: a timing named `smem_stride_f32`. */
export interface StrideTiming {
  /** Words from one lane to the next. */
  readonly param: number;
  readonly microseconds: number;
}

/** A stride with its gcd, its conflict degree and its measured time. */
export interface StrideRow {
  readonly strideWords: number;
  /** gcd(stride, 32). */
  readonly gcd: number;
  /** Conflict degree as the simulator counts it. */
  readonly degree: number;
  /** undefined: it was not measured. */
  readonly microseconds: number | undefined;
  /** Time over the longest time of the table, 0 where nothing was measured. */
  readonly timeShare: number;
  readonly chosen: boolean;
}

/** The gcd, conflict degree and measured time of the strides 1 … max. */
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
