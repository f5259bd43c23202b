import { PIECE_BYTES, SWIZZLE_BITS, type SwizzleMode } from "./tma-tile.ts";
import { CACHE_LINE_BYTES } from "./warp-request.ts";

// PTX ISA, “Matrix descriptor” and “Shared memory matrix layout” of wgmma. From where each element comes was found on an H200, and is what the
// formulas say: hardware/data/wgmma-layouts-h200.jsonl.

/** A matrix descriptor of `wgmma`: 64 bits that stand for a matrix in shared memory. Addresses and offsets are multiples of 16 bytes. */
export interface MatrixDescriptor {
  /** Bits 0 to 13 have its 16ths: 18 bits of an address in shared memory. */
  readonly startAddress: number;
  /** Bits 16 to 29 have its 16ths. Not used where rows go along k and are swizzled. */
  readonly leadingBytes: number;
  /** Bits 32 to 45 have its 16ths. */
  readonly strideBytes: number;
  /** Bits 49 to 51: lines of 128 bytes, less of which the swizzle takes the address. */
  readonly baseOffset: number;
  /** Bits 62 and 63. */
  readonly mode: SwizzleMode;
}

/** By the number in bits 62 and 63. */
const MODES: readonly SwizzleMode[] = ["none", "128B", "64B", "32B"];
/** Addresses of shared memory that a descriptor can tell apart: 256 KiB. */
export const DESCRIBED_BYTES = 2 ** 18;

export function decodeDescriptor(bits: bigint): MatrixDescriptor {
  const field = (from: number, length: number): number => Number((bits >> BigInt(from)) & ((1n << BigInt(length)) - 1n));
  return {
    startAddress: 16 * field(0, 14),
    leadingBytes: 16 * field(16, 14),
    strideBytes: 16 * field(32, 14),
    baseOffset: field(49, 3),
    mode: MODES[field(62, 2)]!,
  };
}

/** A matrix as `wgmma` takes it: a (64 × k), or b, whose columns count as rows here (n × k). */
export interface DescribedMatrix {
  readonly rows: number;
  /** Elements of a row: 32 bytes. */
  readonly k: number;
  readonly elementBytes: 1 | 2 | 4;
  /** Whether neighbours along k lie side by side, or those along m or n: only elements of 16 bits may lie so. */
  readonly major: "k" | "mn";
}

/**
 * Where an element lies in shared memory. Eight pieces of 16 bytes belong together: side by side without a swizzle, else as far apart as the mode is
 * wide, 32, 64 or 128 bytes. The next eight are a stride away.
 *
 * - Along k, a piece is a part of one row, and eight rows belong together. The second half of the rows lies right behind the first; without a
 *   swizzle, a leading offset away.
 * - Along m or n, a piece is eight rows' elements of one column, and eight columns belong together. Beside it lies the next piece, as many as
 *   the mode is wide; then comes the leading offset. Without a swizzle, the two offsets change places.
 *
 * The swizzle is one of the address: its row of 128 bytes, less the base offset, is XORed to the piece in it.
 *
 * @param start the whole address that the descriptor begins with
 */
export function describedAddress(
  { leadingBytes, strideBytes, baseOffset, mode }: Omit<MatrixDescriptor, "startAddress">,
  start: number,
  { elementBytes, major }: Pick<DescribedMatrix, "elementBytes" | "major">,
  row: number,
  column: number,
): number {
  const pitch = PIECE_BYTES * 2 ** SWIZZLE_BITS[mode];
  const isSwizzled = mode !== "none";
  // Along the rows of memory, and across them.
  const along = (major === "k" ? column : row) * elementBytes;
  const across = major === "k" ? row : column;
  const [nextAlong, nextAcross] = isSwizzled || major === "k" ? [leadingBytes, strideBytes] : [strideBytes, leadingBytes];
  const far = isSwizzled && major === "k" ? 0 : Math.floor(along / pitch) * (nextAlong - pitch);
  const address = start + along + far + (across % 8) * pitch + Math.floor(across / 8) * nextAcross;
  const line = Math.floor(address / CACHE_LINE_BYTES) - baseOffset;
  return address ^ ((line & (2 ** SWIZZLE_BITS[mode] - 1)) * PIECE_BYTES);
}

/** The bytes of a row of a, or a column of b, that one product takes, whatever the type (k is 32 bytes). */
export const PRODUCT_ROW_BYTES = 32;
/** Rows of a. */
export const PRODUCT_ROWS = 64;

/**
 * Wavefronts of shared memory that a product of a warpgroup takes (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_gmma): 128 bytes of its matrices
 * each, in any layout: the eight pieces that belong together lie in all 32 banks, so there are no conflicts, and the four warps read b once. Found
 * on an H200: hardware/data/wgmma-counts-h200.csv.
 */
export function productWavefronts({ n, readsA }: { readonly n: number; readonly readsA: boolean }): number {
  return (((readsA ? PRODUCT_ROWS : 0) + n) * PRODUCT_ROW_BYTES) / CACHE_LINE_BYTES;
}
