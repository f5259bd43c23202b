import { WARP_SIZE } from "../warp-request.ts";

/** Three extents or coordinates, as CUDA's dim3. */
export interface Dim3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** How a kernel is started: blocks in the grid, and threads in a block. */
export interface Launch {
  readonly gridDim: Dim3;
  readonly blockDim: Dim3;
}

/** A Dim3 with the missing extents 1. */
export function dim3(x: number, y = 1, z = 1): Dim3 {
  return { x, y, z };
}

/** CUDA C++ Programming Guide, technical specifications: the most threads of a block, on every device since compute capability 2.0. */
export const MAX_THREADS_PER_BLOCK = 1024;

/** How many items a box of this extent holds: the threads of a block, the blocks of a grid. */
export function volume({ x, y, z }: Dim3): number {
  return x * y * z;
}

/** Threads of a block, rounded up to whole warps. */
export function threadsInWholeWarps({ blockDim }: Launch): number {
  return Math.ceil(volume(blockDim) / WARP_SIZE) * WARP_SIZE;
}

/** Coordinates of the position-th item of a box, x fastest: how CUDA numbers threads in a block. */
export function positionIn(extent: Dim3, position: number): Dim3 {
  const x = position % extent.x;
  const row = (position - x) / extent.x;
  return { x, y: row % extent.y, z: Math.floor(row / extent.y) };
}

/** @throws RangeError for a launch that CUDA would refuse. */
export function checkLaunch({ gridDim, blockDim }: Launch): void {
  for (const [name, extent] of Object.entries({ gridDim, blockDim })) {
    for (const axis of ["x", "y", "z"] as const) {
      const value = extent[axis];
      if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name}.${axis} is ${value}; it must be a whole number from 1 up`);
    }
  }
  if (volume(blockDim) > MAX_THREADS_PER_BLOCK) {
    throw new RangeError(`a block of ${volume(blockDim)} threads; a block has at most ${MAX_THREADS_PER_BLOCK}`);
  }
}
