import type { RequestShape, WarpRequest } from "../warp-request.ts";
import { INACTIVE } from "./index-caller.ts";
import type { LoopIndex } from "./kernel.ts";
import type { Dim3 } from "./launch.ts";

/** Where in a run a request was made. */
export interface RequestLocation extends LoopIndex {
  readonly access: string;
  /** Number of the access in the kernel's text, from 0. */
  readonly accessNumber: number;
  readonly blockIdx: Dim3;
  /** Number of the warp in its block. */
  readonly warp: number;
}

/** One request of a run, and where it was made. */
export interface LocatedRequest {
  readonly location: RequestLocation;
  readonly request: WarpRequest;
}

/**
 * The request that a warp makes with the indexes of its 32 lanes. A lane that is INACTIVE, or whose index is not a valid address (negative,
 * or not aligned to the access), is inactive in the request, with address 0. An index past the end of the array is preserved.
 *
 * @param access the access, or its trace: which memory, which direction, how wide
 * @param bytesPerElement of the array that the access is to
 * @param indexes 32 of them, in elements of the array
 */
export function requestOf(
  { space, op, bytesPerLane, instruction }: RequestShape,
  bytesPerElement: number,
  indexes: Int32Array,
): WarpRequest {
  let activeMask = 0;
  const addresses = Array.from(indexes, (index, lane) => {
    const byteAddress = index * bytesPerElement;
    if (index === INACTIVE || index < 0 || byteAddress % bytesPerLane !== 0) return 0;
    activeMask |= 1 << lane;
    return byteAddress;
  });
  return { space, op, bytesPerLane, ...(instruction && { instruction }), activeMask: activeMask >>> 0, addresses };
}
