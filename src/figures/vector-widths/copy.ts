import { ACCESS_WIDTHS, FULL_MASK, WARP_SIZE, type AccessWidth, type Device, type WarpRequest } from "#simulator";

/** Bytes that the warp copies, whatever the width of its lanes: one piece of the greatest width for each of them. */
export const COPIED_BYTES = Math.max(...ACCESS_WIDTHS) * WARP_SIZE;
const BYTES_PER_FLOAT = 4;

/** A warp that copies 1,024 bytes in pieces of one width. */
export interface Copy {
  /** What a lane copies at a time. */
  readonly bytesPerLane: AccessWidth;
  /** Floats by which the pointer is moved on before it is read as pieces of that width. */
  readonly offsetFloats: number;
}

/** A CUDA type of each width. */
export const types: Readonly<Record<AccessWidth, string>> = { 1: "char", 2: "half", 4: "float", 8: "float2", 16: "float4", 32: "8 floats" };

/** Loads that one piece takes: a piece that is wider than the device can load at once is loaded in halves. */
export function loadsPerPiece(bytesPerLane: AccessWidth, device: Device): 1 | 2 {
  return bytesPerLane > device.widestAccessBytes ? 2 : 1;
}

/** The loads of the copy, in order; of halved pieces first all lower halves, then all upper ones. */
export function loadsOf({ bytesPerLane, offsetFloats }: Copy, device: Device): WarpRequest[] {
  const halves = loadsPerPiece(bytesPerLane, device);
  const accessBytes = (bytesPerLane / halves) as AccessWidth;
  const rounds = COPIED_BYTES / (WARP_SIZE * bytesPerLane);
  return Array.from({ length: rounds * halves }, (_, i) => {
    const round = Math.floor(i / halves);
    const first = offsetFloats * BYTES_PER_FLOAT + round * WARP_SIZE * bytesPerLane + (i % halves) * accessBytes;
    return {
      space: "global",
      op: "load",
      bytesPerLane: accessBytes,
      activeMask: FULL_MASK,
      addresses: Array.from({ length: WARP_SIZE }, (_, lane) => first + lane * bytesPerLane),
    };
  });
}
