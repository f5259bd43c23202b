import { count } from "#pictures/format.ts";
import type { Witness } from "../result.ts";
import { WARP_SIZE, positionIn, volume, type Dim3, type Launch } from "#simulator";

/** "(1, 0)", as CUDA programmers write coordinates: as many axes as the extent uses. Of a single axis it is a number: "1,023". */
export function coordinates({ x, y, z }: Dim3, extent: Dim3): string {
  const axes = extent.z > 1 ? [x, y, z] : extent.y > 1 ? [x, y] : [x];
  return axes.length === 1 ? count(x) : `(${axes.join(", ")})`;
}

/** "thread (3, 0) of block 2" */
export function threadName(threadIdx: Dim3, blockIdx: Dim3, { blockDim, gridDim }: Launch): string {
  return `thread ${coordinates(threadIdx, blockDim)} of block ${coordinates(blockIdx, gridDim)}`;
}

/**
 * "warp 3 of block (1, 0)", and "warp 3" where the grid is a single block: what a warp is called everywhere, in menus, titles, sentences and
 * lessons. Where the grid is not known, a block has all its coordinates.
 */
export function warpName(
  { warp, blockIdx }: { readonly warp: number; readonly blockIdx: Dim3 },
  gridDim: Dim3 = { x: Infinity, y: Infinity, z: Infinity },
): string {
  return volume(gridDim) === 1 ? `warp ${warp}` : `warp ${warp} of block ${coordinates(blockIdx, gridDim)}`;
}

/** "fromTile: warp 0 of block (1, 0)": what the picture of a witness is called. */
export function witnessTitle(witness: Witness): string {
  return `${witness.access}: ${warpName(witness, witness.gridDim)}`;
}

/** The thread that is a lane of a warp. */
export function laneThread(warp: number, lane: number, { blockDim }: Launch): Dim3 {
  return positionIn(blockDim, warp * WARP_SIZE + lane);
}
