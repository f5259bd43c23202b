/** Threads that execute an instruction together (CUDA C++ Programming Guide, SIMT architecture). */
export const WARP_SIZE = 32;
/** The granule that memory moves in: an aligned block of 32 bytes. */
export const SECTOR_BYTES = 32;
/** The granule that the L1 cache looks up: an aligned block of 128 bytes, 4 sectors. */
export const CACHE_LINE_BYTES = 128;
/** The granule that DRAM reads come in: an aligned block of 64 bytes (dram__bytes_read, H100, see hardware/). */
export const DRAM_BLOCK_BYTES = 64;
/** Columns of shared memory that can each serve one word a wavefront. */
export const BANK_COUNT = 32;
/** The cell of a bank: an aligned block of 4 bytes. */
export const WORD_BYTES = 4;

/** What a lane can load or store with one instruction, in bytes. 32 needs a Blackwell device. */
export const ACCESS_WIDTHS = [1, 2, 4, 8, 16, 32] as const;
export type AccessWidth = (typeof ACCESS_WIDTHS)[number];

export type MemorySpace = "global" | "shared";
export type MemoryOp = "load" | "store";

/** One warp's execution of one load or store. */
export interface WarpRequest {
  readonly space: MemorySpace;
  readonly op: MemoryOp;
  readonly bytesPerLane: AccessWidth;
  /** Bit i is set when lane i takes part. */
  readonly activeMask: number;
  /** 32 byte addresses, lane 0 first; those of inactive lanes are ignored. */
  readonly addresses: readonly number[];
}

/** All 32 lanes take part. */
export const FULL_MASK = 0xffffffff;

export function isActive(activeMask: number, lane: number): boolean {
  return ((activeMask >>> lane) & 1) === 1;
}
