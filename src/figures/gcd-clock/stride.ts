import { WARP_SIZE, WORD_BYTES, type WarpRequest } from "#simulator";

/** Greatest common divisor of two whole numbers, the second above 0. */
export function gcd(a: number, b: number): number {
  return a % b === 0 ? b : gcd(b, a % b);
}

/** The load in which lane i wants word i × stride, made by the first `lanes` lanes of the warp. */
export function strideRequest(strideWords: number, lanes = WARP_SIZE): WarpRequest {
  return {
    space: "shared",
    op: "load",
    bytesPerLane: WORD_BYTES,
    activeMask: 0xffffffff >>> (WARP_SIZE - lanes),
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => lane * strideWords * WORD_BYTES),
  };
}
