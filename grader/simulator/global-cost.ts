import { checkRequest } from "./check-request.ts";
import type { Device } from "./devices.ts";
import { GlobalCounter } from "./global-counter.ts";
import type { WarpRequest } from "./warp-request.ts";

/** What one warp's load or store of global memory costs. Counts, unless a unit is named. */
export interface GlobalCost {
  /** 1, or 0 when no lane is active (l1tex__t_requests_pipe_lsu_mem_global_op_*). */
  readonly requests: number;
  /** Distinct 32-byte blocks touched by active lanes (l1tex__t_sectors_pipe_lsu_mem_global_op_*). */
  readonly sectors: number;
  /** The fewest sectors that could carry the useful bytes. */
  readonly idealSectors: number;
  /** Distinct 128-byte blocks touched: tag look-ups (l1tex__t_set_accesses_pipe_lsu_mem_global_op_*). */
  readonly cacheLines: number;
  /** Passes of the tag stage: lines on the busiest of the 4 tag banks (l1tex__t_output_wavefronts_*). */
  readonly tagWavefronts: number;
  /** Distinct bytes that the active lanes asked for; lanes that ask for the same bytes count once. */
  readonly usefulBytes: number;
  /**
   * Bytes that DRAM reads when nothing is cached: 64-byte blocks for a load (dram__bytes_read, H100);
   * for a store, the sectors that are written in part and so must be read first.
   */
  readonly dramReadBytes: number;
  /** Bytes that DRAM is written, in 32-byte sectors; 0 for a load. */
  readonly dramWriteBytes: number;
}

const counters = new WeakMap<Device, GlobalCounter>();

/**
 * Counts one request of global memory as the device's profiler would.
 *
 * @throws RangeError for a request that hardware would refuse: see `checkRequest`.
 */
export function globalCost(request: WarpRequest, device: Device): GlobalCost {
  checkRequest(request, "global", device);
  let counter = counters.get(device);
  if (!counter) counters.set(device, (counter = new GlobalCounter(device)));
  counter.count(request.op, request.bytesPerLane, request.activeMask, request.addresses);
  const { requests, sectors, idealSectors, cacheLines, tagWavefronts, usefulBytes, dramReadBytes, dramWriteBytes } = counter;
  return { requests, sectors, idealSectors, cacheLines, tagWavefronts, usefulBytes, dramReadBytes, dramWriteBytes };
}
