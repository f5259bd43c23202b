import type { Memory } from "./memory.ts";

/** The end of a kernel on a GPU, and of all that the program asks of the device from then on. */
export type Fault = "misaligned-address" | "illegal-address" | "launch-failure" | "assertion" | "never-ends";

/** A GPU maps its memory in pieces of so many bytes (CUDA Driver API, `cuMemGetAllocationGranularity`), and allocations share them. */
const PIECE_BYTES = 2 * 2 ** 20;
/** Allocations of a piece at most lie in a region of the driver's, in which nothing is noticed so many bytes before and after them. */
const REGION_BYTES = 64 * 2 ** 20;
/** The most shared memory that a block may have on any device. */
const MOST_SHARED_BYTES = 227 * 1024;
/** Shared memory of a block is given out in units of this. */
const SHARED_UNIT_BYTES = 128;

/**
 * The fault of an access that the lab refuses, on a GPU; undefined if the GPU doesn't notice it. It notices an address that isn't a multiple
 * of the access's width; in shared memory, one beyond the block's, rounded up to 128 bytes; in global memory, one in a piece of 2 MiB that no
 * allocation reaches into and that is further than 64 MiB from every small one. So an H200 had it (grader/hardware/probes/faults.cu); how far
 * from an array of global memory an access goes unnoticed depends on what else the driver has mapped there.
 */
export function faultAt(address: number, bytesPerLane: number, memory: Memory): Fault | undefined {
  if (address % bytesPerLane !== 0) return "misaligned-address";
  const { sharedBase, sharedBytes, heapBase, localBase, top } = memory;
  // A null pointer, or the host's memory. Addresses far before an array are below 0.
  if (address >= 0 && address < sharedBase) return "illegal-address";
  if (address >= sharedBase && address < sharedBase + MOST_SHARED_BYTES) {
    const sharedEnd = sharedBase + Math.ceil(sharedBytes / SHARED_UNIT_BYTES) * SHARED_UNIT_BYTES;
    return address < sharedEnd ? undefined : "illegal-address";
  }
  // Local memory ends where addresses of allocations would go on: it is mapped as a whole.
  if (address >= localBase && address < localBase + memory.localBytes) return undefined;
  if (address < heapBase - REGION_BYTES || address >= top + REGION_BYTES) return "illegal-address";
  const piece = pieceOf(address, heapBase);
  const isMapped = memory.allocations.some(({ base, bytes }) => {
    if (bytes === 0) return false;
    if (bytes <= PIECE_BYTES) return address >= base - REGION_BYTES && address < base + bytes + REGION_BYTES;
    return pieceOf(base, heapBase) <= piece && piece <= pieceOf(base + bytes - 1, heapBase);
  });
  return isMapped ? undefined : "illegal-address";
}

function pieceOf(address: number, heapBase: number): number {
  return Math.floor((address - heapBase) / PIECE_BYTES);
}
