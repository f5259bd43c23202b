import { globalCost, h100, type GlobalCost, type MemoryOp } from "#simulator";
import { passes, requestOf, warps, type RowKernel } from "./kernel.ts";

/** What one load or store costs over a whole row, all warps and passes together. The terms are those of `GlobalCost`. */
export type AccessCost = Omit<GlobalCost, "tagWavefronts">;

/** The sum over all requests that one access of the kernel makes of a row. */
export function accessCost(kernel: RowKernel, op: MemoryOp): AccessCost {
  const requests = Array.from({ length: passes(kernel) }, (_, pass) =>
    Array.from({ length: warps(kernel) }, (_, warp) => requestOf(kernel, op, pass, warp)),
  ).flat();
  return sumOf(requests.map((request) => globalCost(request, h100)));
}

export function sumOf(costs: readonly AccessCost[]): AccessCost {
  const total = (term: keyof AccessCost) => costs.reduce((sum, cost) => sum + cost[term], 0);
  return {
    requests: total("requests"),
    sectors: total("sectors"),
    idealSectors: total("idealSectors"),
    cacheLines: total("cacheLines"),
    usefulBytes: total("usefulBytes"),
    dramReadBytes: total("dramReadBytes"),
    dramWriteBytes: total("dramWriteBytes"),
  };
}
