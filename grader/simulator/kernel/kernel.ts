import type { MemoryOp, MemorySpace } from "../warp-request.ts";
import type { Thread } from "./thread.ts";

/**
 * Which element a thread accesses, counted in elements of the array, or null when the thread sits the access out.
 * Whatever else it returns is refused: see `IndexRefused`.
 *
 * @param size the kernel's own `size`
 * @param iteration counts the passes of the innermost repeat around the access, from 0; 0 outside of any
 * @param outerIteration the same for the repeat around that one
 */
export type IndexFunction = (thread: Thread, size: never, iteration: number, outerIteration: number) => unknown;

/** A named array in global or shared memory. */
export interface KernelArray {
  readonly space: MemorySpace;
  readonly bytesPerElement: 1 | 2 | 4 | 8 | 16;
  /** Elements: of the whole array in global memory, of each block's copy in shared memory. */
  readonly length: number;
  /**
   * "source": holds data when the kernel starts; each element stands for itself, so that where it ends up is known.
   * "empty": holds nothing yet; to read an element that was not written is a violation.
   */
  readonly contents: "source" | "empty";
  /**
   * For global memory that the kernel stores to: the value that an element must hold at the end, 0 for one that nothing may be
   * stored in. The value of a source element is its number (see `sourceIds`), or what `valueOf` makes of it where values are combined.
   * Called for each store.
   */
  readonly expected?: (elementIndex: number) => number;
  /** For global memory that the kernel only loads from: whether each element must be loaded exactly once. Default: no matter how often. */
  readonly reads?: "each-once" | "any";
}

/** One load (array → register) or store (register → array) in the kernel's text. */
export interface Access {
  readonly kind: MemoryOp;
  readonly name: string;
  readonly array: string;
  readonly index: IndexFunction;
  /** Elements that a lane moves with one instruction: 4 for a float4. Default 1. */
  readonly elementsPerLane?: number;
  /** The thread's register that the data goes to or comes from. Default "value". */
  readonly register?: string;
}

/**
 * `if (…) to[j] = from[i];`: a load and the store of what it loaded, as one statement. A thread that sits out one of them sits out both.
 */
export interface Move {
  readonly kind: "move";
  readonly load: Access;
  readonly store: Access;
}

/**
 * `into += from;` for two registers of a thread, or `into += from * times;` for three. What a register holds then stands for all the
 * elements, or products of two, that went into it, each as often as it did, in no order. An empty `from` or `times` adds nothing.
 * Of vectors the elements are added one by one, or all of them to an `into` of one element: a dot product.
 */
export interface Combine {
  readonly kind: "combine";
  readonly into: string;
  readonly from: string;
  readonly times?: string;
}

/** `into = make_float2(from[0], from[1]);`: registers of one element each become the elements of a vector. */
export interface Pack {
  readonly kind: "pack";
  readonly into: string;
  readonly from: readonly string[];
}

/** `__syncthreads()`: all threads of the block arrive before one goes on. */
export interface Barrier {
  readonly kind: "barrier";
}

/** Steps that each thread runs several times. */
export interface Repeat {
  readonly kind: "repeat";
  /** How often: the same for all threads, or decided by each thread. Barriers inside need the threads of a block to agree. */
  readonly times: number | IndexFunction;
  /** What the times are called where they are at fault. */
  readonly name?: string;
  readonly steps: readonly Step[];
}

export type Step = Access | Move | Combine | Pack | Barrier | Repeat;

/** A kernel as data: what it moves between named arrays, in order. Values are not computed, they are followed. */
export interface Kernel {
  readonly arrays: Readonly<Record<string, KernelArray>>;
  /** The kernel's arguments beside its arrays, handed to every index function. */
  readonly size: unknown;
  readonly steps: readonly Step[];
}
