import type { RequestLocation } from "./trace.ts";

export type ViolationKind =
  /** An address outside its array. */
  | "out-of-bounds"
  /** A vector access whose first element is no multiple of its elements. */
  | "misaligned"
  /** An element of global memory that was stored twice. */
  | "written-twice"
  /** A load of an element that nothing was stored in. */
  | "read-before-write"
  /** Two threads touch one element, at least one of them storing, with no barrier between them. */
  | "race"
  /** A store of a register that the thread has not loaded. */
  | "empty-register"
  /** A store to an array that holds the input. */
  | "overwrites-source"
  /** Threads of one block that do not arrive at a barrier equally often. */
  | "divergent-barrier";

/** Something that a kernel must not do, with the place of its first occurrence. */
export interface Violation {
  readonly kind: ViolationKind;
  readonly array: string;
  readonly location: RequestLocation;
  /** Lane of the warp at `location`. */
  readonly lane: number;
  /** Index of the element that it happened to. */
  readonly elementIndex: number;
  /** Linear number, in its block, of the other thread, for a race and for an element written twice within a block. */
  readonly otherThread?: number;
  /** How many times it happened in this access. */
  readonly count: number;
}
