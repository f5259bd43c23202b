import { checkRequest } from "./check-request.ts";
import type { Device } from "./devices.ts";
import { SharedCounter } from "./shared-counter.ts";
import type { WarpRequest } from "./warp-request.ts";

/** What one warp's load or store of shared memory costs. */
export interface SharedCost {
  /** 1, or 0 when no lane is active. */
  readonly requests: number;
  /** Passes of the data stage (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_*). */
  readonly wavefronts: number;
  /** Groups of lanes that are served one after the other, those without an active lane left out: the fewest wavefronts possible. */
  readonly groups: number;
  /** Wavefronts beyond one a group (l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_*). */
  readonly bankConflicts: number;
  /** Distinct words on the busiest bank: 1 is conflict-free, n is an n-way conflict, 0 when no lane is active. */
  readonly conflictDegree: number;
}

const counter = new SharedCounter();

/**
 * Counts one request of shared memory as the device's profiler would.
 *
 * @throws RangeError for a request that hardware would refuse: see `checkRequest`.
 */
export function sharedCost(request: WarpRequest, device: Device): SharedCost {
  checkRequest(request, "shared", device);
  counter.count(request.op, request.bytesPerLane, request.activeMask, request.addresses);
  const { requests, wavefronts, groups, bankConflicts, conflictDegree } = counter;
  return { requests, wavefronts, groups, bankConflicts, conflictDegree };
}
