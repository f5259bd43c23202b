import { SECTOR_BYTES, isActive, type GlobalExplanation, type WarpRequest } from "#simulator";
import { bytes, count, pluralize, decimal } from "#pictures/format.ts";
import { accessCost } from "./access-cost.ts";
import { bytesPerLane, passes, rowBytes, warps, requestOf, type PassOfWalk, type RowKernel } from "./kernel.ts";

/** One walk over the row with these vectors, and with none. */
export function sentence(kernel: RowKernel): string {
  const walk = accessCost(kernel, "load");
  const row = `A row of ${count(kernel.hiddenSize)} elements is ${bytes(rowBytes(kernel))}.`;
  const own = `With ${bytes(bytesPerLane(kernel))} a lane one walk over it takes ${pluralize(walk.requests, "request")} of ${decimal(walk.sectors / walk.requests)} sectors`;
  if (kernel.vectorElements === 1)
    return `${row} ${own}: ${pluralize(walk.sectors, "sector")}, the fewest possible, in many small requests.`;
  const scalar = accessCost({ ...kernel, vectorElements: 1 }, "load");
  const other = `one element a lane would take ${count(scalar.requests)} of ${decimal(scalar.sectors / scalar.requests)}`;
  return `${row} ${own}; ${other}. The sectors are the same ${count(walk.sectors)}: wide loads save instructions, not bytes.`;
}

/** What the block does in a step, and which of its warps do. */
export function stepWords(kernel: RowKernel, { walk, pass }: PassOfWalk): string {
  const busy = Array.from({ length: warps(kernel) }, (_, warp) => requestOf(kernel, "load", pass, warp)).filter(
    ({ activeMask }) => activeMask !== 0,
  ).length;
  const does = walk === "statistics" ? "First walk, for mean and variance" : "Second walk, to normalise";
  return `${does}: pass ${pass + 1} of ${passes(kernel)}, ${busy} of ${pluralize(warps(kernel), "warp")} at work`;
}

/** What one warp's request of a pass touches. */
export function warpWords({ requests, sectors, cacheLines, usefulBytes }: GlobalExplanation, warp: number): string {
  if (requests === 0) return `Warp ${warp} has nothing left to do in this pass`;
  return `Warp ${warp} asks for ${bytes(usefulBytes)} of the row: ${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")}`;
}

/** What one lane asks for. */
export function laneWords({ activeMask, addresses, bytesPerLane }: WarpRequest, lane: number): string {
  if (!isActive(activeMask, lane)) return `Lane ${lane} has no vector left`;
  const first = addresses[lane];
  return `Lane ${lane}: bytes ${count(first)} to ${count(first + bytesPerLane - 1)} of the row, sector ${count(Math.floor(first / SECTOR_BYTES))}`;
}
