import { CACHE_LINE_BYTES, SECTOR_BYTES } from "./warp-request.ts";

// The rule stands in the CUDA driver API (CUtensorMapSwizzle) and in CUTLASS (Swizzle<B, 4, 3>); that it is one of the address, not of the place in
// the tile, and how narrow boxes lie was found on an H200: hardware/data/tma-tiles-h200.jsonl.
// Sectors of copies without a tensor map: hardware/data/bulk-copies-h200.jsonl.

/**
 * How a tensor copy of TMA permutes the 16-byte pieces of 128 bytes of shared memory, by how many bits of their number: `CU_TENSOR_MAP_SWIZZLE_NONE`,
 * `…_32B`, `…_64B`, `…_128B`.
 */
export const SWIZZLE_BITS = { none: 0, "32B": 1, "64B": 2, "128B": 3 } as const;
export type SwizzleMode = keyof typeof SWIZZLE_BITS;

/** What TMA moves together, and a swizzle keeps together. */
export const PIECE_BYTES = 16;

/** How a tile of a tensor lies in shared memory. */
export interface TmaTile {
  readonly mode: SwizzleMode;
  /** The bytes of a row of the box, a multiple of 16. With a swizzle, at most as many as its name says. */
  readonly boxBytes: number;
  /** The byte address in shared memory that the copy was given, a multiple of 128. */
  readonly sharedAddress: number;
}

/**
 * The address that a swizzle makes of one: bits 7 and up, the row of 128 bytes, are XORed to bits 4 and up, the piece in it. Made twice, it undoes
 * itself, and it never leaves the row.
 */
export function swizzledAddress(byteAddress: number, mode: SwizzleMode): number {
  const pieces = 2 ** SWIZZLE_BITS[mode];
  return byteAddress ^ ((Math.floor(byteAddress / CACHE_LINE_BYTES) % pieces) * PIECE_BYTES);
}

/** The bytes from one row of a tile to the next: without a swizzle those of the box; else those that the mode is named after, however narrow the box. */
export function tilePitch({ mode, boxBytes }: TmaTile): number {
  return mode === "none" ? boxBytes : PIECE_BYTES * 2 ** SWIZZLE_BITS[mode];
}

/**
 * Where a byte of a tile lies in shared memory. The swizzle is one of the address: unless the tile begins at a multiple of 256, 512 or 1,024
 * bytes (for 32B, 64B, 128B), its first row is permuted, too.
 *
 * @throws RangeError for a tile that TMA would refuse, and a byte outside of its row
 */
export function tileAddress(tile: TmaTile, row: number, byteInRow: number): number {
  const { mode, boxBytes, sharedAddress } = tile;
  const pitch = tilePitch(tile);
  if (!Number.isInteger(boxBytes / PIECE_BYTES) || boxBytes <= 0) {
    throw new RangeError(`a row of ${boxBytes} bytes: the rows of a box are multiples of ${PIECE_BYTES} bytes`);
  }
  if (boxBytes > pitch) throw new RangeError(`a row of ${boxBytes} bytes: with the swizzle of ${mode}, it has at most ${pitch}`);
  if (!Number.isInteger(sharedAddress / 128) || sharedAddress < 0) {
    throw new RangeError(`a tile at byte ${sharedAddress}: it begins at a multiple of 128 in shared memory`);
  }
  if (!Number.isInteger(byteInRow) || byteInRow < 0 || byteInRow >= boxBytes) {
    throw new RangeError(`byte ${byteInRow} of a row that has ${boxBytes}`);
  }
  return swizzledAddress(sharedAddress + row * pitch + byteInRow, mode);
}

/**
 * Sectors that a copy of a tile moves between L2 and shared memory (l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld, and
 * l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st): those of each row of the box, and one more where a sector goes to two lines of 128
 * bytes in shared memory. TMA has no counter of wavefronts or bank conflicts: those of shared memory stay as they are without it.
 *
 * @param globalAddresses where each row of the box begins in global memory
 */
export function tileSectors(tile: TmaTile, globalAddresses: readonly number[]): number {
  let sectors = 0;
  for (const [row, globalAddress] of globalAddresses.entries()) {
    let [lastSector, lastLine] = [-1, -1];
    for (let byte = 0; byte < tile.boxBytes; byte += PIECE_BYTES) {
      const sector = Math.floor((globalAddress + byte) / SECTOR_BYTES);
      const line = Math.floor(tileAddress(tile, row, byte) / CACHE_LINE_BYTES);
      if (sector !== lastSector || line !== lastLine) sectors++;
      [lastSector, lastLine] = [sector, line];
    }
  }
  return sectors;
}

/**
 * Sectors that a bulk copy without a tensor map moves between L2 and shared memory (the same counters): those that it touches in global memory,
 * and one more where a sector goes to two lines of 128 bytes in shared memory.
 *
 * @param globalAddress and sharedAddress multiples of 16, as is the number of bytes
 */
export function bulkSectors(globalAddress: number, sharedAddress: number, bytes: number): number {
  let sectors = 0;
  let [lastSector, lastLine] = [-1, -1];
  for (let byte = 0; byte < bytes; byte += PIECE_BYTES) {
    const sector = Math.floor((globalAddress + byte) / SECTOR_BYTES);
    const line = Math.floor((sharedAddress + byte) / CACHE_LINE_BYTES);
    if (sector !== lastSector || line !== lastLine) sectors++;
    [lastSector, lastLine] = [sector, line];
  }
  return sectors;
}
