import { FULL_MASK, WARP_SIZE, type AccessWidth, type MemoryOp, type WarpRequest } from "#simulator";

/** An access with a constant stride: lane i touches element offset + i × stride. */
export interface Pattern {
  readonly op: MemoryOp;
  /** Elements from one lane to the next; 0 if all lanes touch the same element. */
  readonly strideElements: number;
  /** The element that lane 0 touches. */
  readonly offsetElements: number;
  readonly bytesPerElement: AccessWidth;
}

/** The request that a full warp makes of an array that starts at byte 0. */
export function patternRequest({ op, strideElements, offsetElements, bytesPerElement }: Pattern): WarpRequest {
  return {
    space: "global",
    op,
    bytesPerLane: bytesPerElement,
    activeMask: FULL_MASK,
    addresses: Array.from({ length: WARP_SIZE }, (_, lane) => (offsetElements + lane * strideElements) * bytesPerElement),
  };
}
