import type { AccessWidth } from "#simulator";
import type { AtomicOperation } from "#simulator/atomic-cost.ts";
import type { Span } from "../source-error.ts";

/**
 * The effect of an access on memory. An atomic whose result is not used is a reduction: the hardware has an instruction of its own for it.
 */
export type SiteOp = "load" | "store" | "reduction" | "atomic";

/** One load or store of the text, as compiled: `in[i]` twice in a line are two sites. */
export interface AccessSite {
  /** Its position in the list of the kernel's sites. */
  readonly number: number;
  readonly op: SiteOp;
  readonly bytesPerLane: AccessWidth;
  /** Where the expression is, in the text as written. */
  readonly span: Span;
  /** The operation of an atomic or reduction; undefined counts as an operation like any other. */
  readonly atomic?: AtomicOperation;
  /** `ldmatrix` and `stmatrix`: so many matrices of eight rows; each lane accesses a row. */
  readonly matrices?: 1 | 2 | 4;
  /**
   * One of the two sides of a `cp.async`: a load from global memory, or a store to shared memory. `ca` takes the data from L1, `cg` bypasses it.
   */
  readonly copy?: "ca" | "cg";
  /** Whether a product of a warpgroup reads shared memory by it, as its matrix descriptors say. */
  readonly isProduct?: true;
  /** Whether `nvcuda::wmma` makes it: one number, a multiple of 16 bytes, is the distance from each row of its matrix to the next. */
  readonly isOfFragment?: true;
  /** Whether a tensor copy of TMA makes it: its tensor map says where the rows of the tile lie in shared memory. */
  readonly isOfTensor?: true;
  /** The only memory that the instruction reaches: `ld.shared`, `ldmatrix`. */
  readonly onlySpace?: "shared" | "global";
  /** Whether the object is `volatile`: the access counts, whatever is known of its value. */
  readonly isVolatile?: true;
  /** Whether it loads a part of a struct that is copied as a whole: a compiler drops it if nothing reads that part. */
  readonly isDroppable?: true;
  /** Whether it belongs to `memcpy` or `memset`, which promise no alignment. */
  readonly isByteCopy?: true;
}
