import type { AccessWidth, MemoryOp } from "../warp-request.ts";
import type { Dim3 } from "./launch.ts";
import type { Violation } from "./violation.ts";

/** Everything that a run of a kernel did, counted. */
export interface Trace {
  /** One for each access in the kernel's text, in order. */
  readonly accesses: readonly AccessTrace[];
  /** What went wrong, the first of each kind for each access, with how often it happened. Empty for a kernel that is well behaved. */
  readonly violations: readonly Violation[];
}

export type AccessTrace = GlobalAccessTrace | SharedAccessTrace;

interface AccessTotals {
  readonly access: string;
  readonly array: string;
  readonly op: MemoryOp;
  readonly bytesPerLane: AccessWidth;
  /** Warp instructions with at least one active lane. */
  readonly requests: number;
  /** Lanes that took part, over all requests. */
  readonly activeLanes: number;
  /** The costliest request above its ideal; undefined when there was none. */
  readonly worst: RequestLocation | undefined;
  /** The request with the fewest active lanes, the first of equals; undefined when there was none. */
  readonly sparsest: RequestLocation | undefined;
}

/** Sums over the requests of one access to global memory; the terms are those of `GlobalCost`. */
export interface GlobalAccessTrace extends AccessTotals {
  readonly space: "global";
  readonly sectors: number;
  readonly idealSectors: number;
  readonly cacheLines: number;
  readonly tagWavefronts: number;
  readonly usefulBytes: number;
  readonly dramReadBytes: number;
  readonly dramWriteBytes: number;
}

/** Sums over the requests of one access to shared memory; the terms are those of `SharedCost`. */
export interface SharedAccessTrace extends AccessTotals {
  readonly space: "shared";
  readonly wavefronts: number;
  readonly groups: number;
  readonly bankConflicts: number;
  /** The largest of any request. */
  readonly conflictDegree: number;
}

/** Where in a run a request was made. `kernelRequest` gives the request itself. */
export interface RequestLocation {
  readonly access: string;
  /** Number of the access in the kernel's text, from 0. */
  readonly accessNumber: number;
  readonly blockIdx: Dim3;
  /** Number of the warp in its block. */
  readonly warp: number;
  /** Pass of the innermost repeat around the access; 0 outside of any. */
  readonly iteration: number;
  /** Pass of the repeat around that one; 0 outside of any. */
  readonly outerIteration: number;
}
