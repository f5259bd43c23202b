import type { RequestLocation } from "./trace.ts";

export type ViolationKind =
  /** An address outside its array. */
  | "out-of-bounds"
  /** A vector access whose first element is no multiple of its elements. */
  | "misaligned"
  /** An element of global memory that was stored twice. */
  | "written-twice"
  /** A store of an element that belongs elsewhere. */
  | "wrong-element"
  /** An element of an output that holds nothing, or not what it should, and that nothing was stored in. */
  | "missing-element"
  /** An element that is to be loaded once, loaded again. */
  | "read-twice"
  /** An element that is to be loaded once and that nobody loaded. */
  | "never-read"
  /** A load of an element that nothing was stored in. */
  | "read-before-write"
  /** Two threads touch one element, at least one of them storing, with no barrier between them. */
  | "race"
  /** A store of a register that the thread has not loaded. */
  | "empty-register"
  /** Threads of one block that do not arrive at a barrier equally often. */
  | "divergent-barrier";

export interface ViolationDetail {
  /** Linear number, in its block, of the other thread of a race; absent when it is in another block. */
  readonly otherThread?: number;
  /** The value that was found, 0 for nothing: see `KernelArray.expected`. */
  readonly found?: number;
  /** The value that was expected, 0 for nothing. */
  readonly expected?: number;
}

/** Something that a kernel must not do, with the place of its first occurrence. */
export interface Violation extends ViolationDetail {
  readonly kind: ViolationKind;
  readonly array: string;
  /** The request and the lane that did it; undefined for an element that nobody touched. */
  readonly location: RequestLocation | undefined;
  readonly lane: number | undefined;
  /** Index of the element that it happened to. */
  readonly elementIndex: number;
  /** How many times it happened in this access. */
  readonly count: number;
}
