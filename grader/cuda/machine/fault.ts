import type { Memory } from "./memory.ts";

/** What ends a kernel on a GPU, and with it all that the program asks of the device from then on. */
export type Fault = "misaligned-address" | "illegal-address" | "launch-failure" | "assertion";

/** A GPU maps its memory in pieces of so many bytes (CUDA Driver API, `cuMemGetAllocationGranularity`), and allocations share them. */
const PIECE_BYTES = 2 * 2 ** 20;
/** The most shared memory that a block may have on any device. */
const MOST_SHARED_BYTES = 227 * 1024;
/** Shared memory of a block is given out in units of this: 128 from compute capability 8.0 on by CUDA's occupancy calculator, 256 before. */
const SHARED_UNIT_BYTES = 256;

/**
 * The fault of an access that the lab refuses, on a GPU; undefined if the GPU doesn't notice it. It notices an address that isn't a multiple
 * of the access's width; in global memory, one in a piece of 2 MiB that no allocation reaches into, the first piece beginning at the first
 * allocation; in shared memory, one beyond the block's, rounded up to 256 bytes. This is by NVIDIA's documentation, and was not measured.
 */
export function faultAt(address: number, bytesPerLane: number, memory: Memory): Fault | undefined {
  if (address % bytesPerLane !== 0) return "misaligned-address";
  const { sharedBase, sharedBytes, heapBase, localBase, top } = memory;
  if (address < sharedBase) return "illegal-address";
  if (address < sharedBase + MOST_SHARED_BYTES) {
    const sharedEnd = sharedBase + Math.ceil(sharedBytes / SHARED_UNIT_BYTES) * SHARED_UNIT_BYTES;
    return address < sharedEnd ? undefined : "launch-failure";
  }
  // Local memory ends where addresses of allocations would go on: it is mapped as a whole.
  if (address >= localBase && address < localBase + memory.localBytes) return undefined;
  if (address < heapBase || address >= top + PIECE_BYTES) return "illegal-address";
  const piece = pieceOf(address, heapBase);
  const isMapped = memory.allocations.some(
    ({ base, bytes }) => bytes > 0 && pieceOf(base, heapBase) <= piece && piece <= pieceOf(base + bytes - 1, heapBase),
  );
  return isMapped ? undefined : "illegal-address";
}

function pieceOf(address: number, heapBase: number): number {
  return Math.floor((address - heapBase) / PIECE_BYTES);
}
