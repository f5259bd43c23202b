import { globalAtomicCost } from "./atomic-cost.ts";
import type { Device } from "./devices.ts";
import { globalCost } from "./global-cost.ts";
import type { AccessWidth } from "./warp-request.ts";

// The rule was found on an H200: hardware/data/cluster-requests.jsonl.

/** One warp's access to the shared memory of a block in its cluster (`ld`, `st`, `atom`, `st.async`, `red.async` with `.shared::cluster`). */
export interface ClusterRequest {
  readonly op: "load" | "store" | "atomic" | "st.async" | "red.async";
  readonly bytesPerLane: AccessWidth;
  /** Bit i is set when lane i is active. */
  readonly activeMask: number;
  /** 32 byte addresses in that block's shared memory, lane 0 first; those of inactive lanes are ignored. */
  readonly addresses: readonly number[];
}

/** The cost of an access that leaves the SM, by the profiler's counters of distributed shared memory. */
export interface ClusterCost {
  /** l1tex__t_requests_pipe_lsu_mem_dshared_op_{ld,st,atom,redas} */
  readonly requests: number;
  /** Sectors that cross the network between the SMs (l1tex__t_sectors_…). */
  readonly sectors: number;
  /** Lines of 128 bytes (l1tex__t_set_accesses_…). */
  readonly cacheLines: number;
  /** Passes of the tag stage (l1tex__t_output_wavefronts_…). */
  readonly tagWavefronts: number;
}

/**
 * Whether an access to the block's own shared memory leaves the SM all the same, as `st.async` and `red.async` do. Plain loads, stores and
 * atomics don't: they cost what they cost without a cluster (`sharedCost`, `sharedAtomicCost`).
 */
export function alwaysLeaves(op: ClusterRequest["op"]): boolean {
  return op === "st.async" || op === "red.async";
}

/**
 * Counts one access to another block's shared memory. It is an access of memory behind L1, not of banks: loads and stores count as those of
 * global memory at the same addresses; atomics, `st.async` and `red.async` as global atomics, which serve the lanes on one address one after
 * the other.
 *
 * @throws RangeError for a request that hardware would refuse
 */
export function clusterCost({ op, bytesPerLane, activeMask, addresses }: ClusterRequest, device: Device): ClusterCost {
  const asLoad = { space: "global", op: "load", bytesPerLane, activeMask, addresses } as const;
  const { requests, sectors, cacheLines, tagWavefronts } = globalCost(asLoad, device);
  if (op === "load" || op === "store") return { requests, sectors, cacheLines, tagWavefronts };
  return { requests, ...globalAtomicCost({ bytesPerLane, activeMask, addresses }, false, device.tagBanks) };
}
