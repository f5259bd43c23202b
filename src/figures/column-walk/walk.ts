import { FULL_MASK, WARP_SIZE, type WarpRequest } from "#simulator";

/** Lanes side by side in a row, before the next lanes go on in the row below. */
export type Together = 1 | 2 | 4 | 8 | 16 | 32;
export const TOGETHERS: readonly Together[] = [1, 2, 4, 8, 16, 32];

/** Floats in a row of the square matrix, and rows in it. */
export type Side = 4096 | 16384;
/** What the kernel does on its way: it only reads a matrix, or it updates one with another. */
export type Work = "read" | "saxpy";

/** A walk of float4 lanes down the columns of a matrix, a strip of `together` lanes wide after the other. */
export interface Walk {
  readonly together: Together;
  readonly side: Side;
  readonly work: Work;
}

export const BYTES_PER_LANE = 16;
const BYTES_PER_FLOAT = 4;

/** Bytes from a row of the matrix to the next. */
export function pitchBytes(side: Side): number {
  return side * BYTES_PER_FLOAT;
}

/** Lanes that a whole row keeps busy. */
export function lanesPerRow(side: Side): number {
  return pitchBytes(side) / BYTES_PER_LANE;
}

/** A load of the first warp. */
export function loadOf({ together, side }: Walk): WarpRequest {
  return {
    space: "global",
    op: "load",
    bytesPerLane: BYTES_PER_LANE,
    activeMask: FULL_MASK,
    addresses: Array.from(
      { length: WARP_SIZE },
      (_, lane) => Math.floor(lane / together) * pitchBytes(side) + (lane % together) * BYTES_PER_LANE,
    ),
  };
}
