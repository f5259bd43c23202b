import { SharedCounter, type SharedCost } from "./shared-cost.ts";
import { FULL_MASK, WARP_SIZE, checkAddress, type MemoryOp } from "./warp-request.ts";

// The rule was found on an H100 and holds on an H200: hardware/data/async-requests.jsonl.

/** Rows of a matrix that `ldmatrix` and `stmatrix` move: eight rows of 16 bytes (PTX ISA, ldmatrix; shape .m8n8 of .b16). */
export const ROWS_PER_MATRIX = 8;
/** The bytes of one row, which are contiguous. */
export const MATRIX_ROW_BYTES = 16;
/** How many matrices one instruction moves: .x1, .x2 and .x4. */
export const MATRIX_COUNTS = [1, 2, 4] as const;

/** One warp's `ldmatrix` (a load) or `stmatrix` (a store). `.trans` changes what registers get, and no count. */
export interface MatrixRequest {
  readonly op: MemoryOp;
  readonly matrices: (typeof MATRIX_COUNTS)[number];
  /**
   * The byte addresses of eight rows for each matrix: lane 8 m + r gives row r of matrix m. Those of the lanes beyond are ignored, and may
   * be left out.
   */
  readonly sharedAddresses: readonly number[];
}

/**
 * Counts one matrix load or store: a matrix is a group of eight rows, which takes as many wavefronts as its busiest bank has distinct
 * words; the matrices follow one another, also where they have rows in common. (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}
 * and l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{ld,st}.)
 *
 * @throws RangeError for a request that hardware would refuse
 */
export function matrixCost(request: MatrixRequest): SharedCost {
  checkMatrixRequest(request);
  // Eight lanes of 16 bytes are a group, too, and groups of a store never fuse: nor do matrices, of loads or of stores.
  counter.count("store", MATRIX_ROW_BYTES, FULL_MASK >>> (WARP_SIZE - request.matrices * ROWS_PER_MATRIX), request.sharedAddresses);
  return { ...counter.cost };
}

function checkMatrixRequest({ op, matrices, sharedAddresses }: MatrixRequest): void {
  if (op !== "load" && op !== "store") throw new RangeError(`op is ${String(op)}; it is load or store`);
  if (!MATRIX_COUNTS.includes(matrices)) {
    throw new RangeError(`${matrices} matrices: one instruction moves ${MATRIX_COUNTS.join(", ")}`);
  }
  const rows = matrices * ROWS_PER_MATRIX;
  if (sharedAddresses.length !== rows && sharedAddresses.length !== WARP_SIZE) {
    throw new RangeError(
      `${sharedAddresses.length} row addresses: it takes ${rows}, eight for each matrix, or ${WARP_SIZE}, one of each lane`,
    );
  }
  for (let lane = 0; lane < rows; lane++) checkAddress(sharedAddresses[lane]!, lane, MATRIX_ROW_BYTES, "sharedAddresses");
}

const counter = new SharedCounter();
