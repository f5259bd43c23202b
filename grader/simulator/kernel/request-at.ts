import type { AccessWidth, WarpRequest } from "../warp-request.ts";
import { WARP_SIZE } from "../warp-request.ts";
import { accessesOf } from "./check-kernel.ts";
import type { Kernel } from "./kernel.ts";
import { positionIn, volume, type Launch } from "./launch.ts";
import { ThreadCursor, place } from "./thread.ts";
import type { RequestLocation } from "./trace.ts";

/** One warp's request, by asking the index function again. */
export interface LocatedRequest extends WarpRequest {
  readonly addresses: readonly number[];
}

/**
 * The request that a warp made at a place of a run. A lane whose answer is no address (negative, or not aligned to the access)
 * is left out of the mask, for it cannot be drawn.
 */
export function requestAt(kernel: Kernel, launch: Launch, location: RequestLocation): LocatedRequest {
  const access = accessesOf(kernel.steps)[location.accessNumber];
  const array = kernel.arrays[access.array];
  const elementsPerLane = access.elementsPerLane ?? 1;
  const cursor = new ThreadCursor(launch);
  cursor.moveToBlock(location.blockIdx);
  const index = access.index as (thread: unknown, size: unknown, iteration: number) => unknown;
  let activeMask = 0;
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => {
    const thread = location.warp * WARP_SIZE + lane;
    if (thread >= volume(launch.blockDim)) return 0;
    const { x, y, z } = positionIn(launch.blockDim, thread);
    place(cursor.threadIdx, x, y, z);
    const value = index(cursor.thread, kernel.size, location.iteration);
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value % elementsPerLane !== 0) return 0;
    activeMask |= 1 << lane;
    return value * array.bytesPerElement;
  });
  return {
    space: array.space,
    op: access.kind,
    bytesPerLane: (array.bytesPerElement * elementsPerLane) as AccessWidth,
    activeMask: activeMask >>> 0,
    addresses,
  };
}
