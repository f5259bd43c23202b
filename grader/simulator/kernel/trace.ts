import type { GlobalCost } from "../global-cost.ts";
import type { SharedCost } from "../shared-cost.ts";
import type { RequestShape } from "../warp-request.ts";
import type { LocatedRequest } from "./located-request.ts";
import type { Violation } from "./violation.ts";

/** Everything that a run of a kernel did, counted. */
export interface Trace {
  /** One for each access in the kernel's text, in order. */
  readonly accesses: readonly AccessTrace[];
  /** Violations: the first of each kind for each access, with how often it happened. Empty for a correct kernel. */
  readonly violations: readonly Violation[];
  /** Times that a block arrived at a barrier, of all blocks. */
  readonly barriers: number;
}

export type AccessTrace = GlobalAccessTrace | SharedAccessTrace;

/** The record of every access, in global or shared memory. */
export interface AccessTraceBase extends RequestShape {
  readonly access: string;
  readonly array: string;
  /** Active lanes, summed over all requests. */
  readonly activeLanes: number;
  /** The request whose cost is furthest above its ideal, the first of equals; absent when there was none. */
  readonly costliest?: LocatedRequest;
  /** The request with the fewest active lanes, the first of equals; absent when there was none. */
  readonly fewestLanes?: LocatedRequest;
}

/** Sums over the requests of one access to global memory. */
export interface GlobalAccessTrace extends AccessTraceBase, GlobalCost {
  readonly space: "global";
}

/** Sums over the requests of one access to shared memory; the conflict degree is the largest of any. */
export interface SharedAccessTrace extends AccessTraceBase, SharedCost {
  readonly space: "shared";
}
