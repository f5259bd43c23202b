import { SECTOR_BYTES, isActive, type GlobalCost, type GlobalExplanation, type WarpRequest } from "#simulator";
import { bytes, count, decimal, pluralize } from "#pictures/format.ts";
import { byteAddressOf } from "#pictures/lanes.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import {
  accessCost,
  bytesPerLane,
  passes,
  requestOf,
  rowBytes,
  warps,
  type PassOfWalk,
  type RowAccess,
  type RowKernel,
  type WalkName,
} from "./kernel.ts";

/** What one walk over the row takes with these vectors, and with one element per lane. */
export function sentence(kernel: RowKernel): string {
  const walk = accessCost(kernel, "load");
  const row = `A row of ${count(kernel.hiddenSize)} elements is ${bytes(rowBytes(kernel))}.`;
  const own = `With ${bytes(bytesPerLane(kernel))} per lane, one walk over it takes ${pluralize(walk.requests, "request")} of ${decimal(walk.sectors / walk.requests)} sectors`;
  if (kernel.vectorElements === 1)
    return `${row} ${own}: ${pluralize(walk.sectors, "sector")}, the fewest possible, in many small requests.`;
  const scalar = accessCost({ ...kernel, vectorElements: 1 }, "load");
  const other = `one element per lane would take ${count(scalar.requests)} of ${decimal(scalar.sectors / scalar.requests)}`;
  return `${row} ${own}; ${other}. The sectors are the same ${count(walk.sectors)}: wide loads save instructions, not bytes.`;
}

/** What the block does in a step, and how many of its warps are active. */
export function stepCaption(kernel: RowKernel, { walk, pass }: PassOfWalk): string {
  const busy = Array.from({ length: warps(kernel) }, (_, warp) => requestOf(kernel, "load", pass, warp)).filter(
    ({ activeMask }) => activeMask !== 0,
  ).length;
  const does = walk === "statistics" ? "First walk, for mean and variance" : "Second walk, to normalise";
  return `${does}: pass ${pass + 1} of ${passes(kernel)}, ${busy} of ${pluralize(warps(kernel), "warp")} at work`;
}

/** What one warp's request of a pass touches. */
export function warpCaption({ requests, sectors, cacheLines, usefulBytes }: GlobalExplanation, warp: number): string {
  if (requests === 0) return `Warp ${warp} has nothing left to do in this pass`;
  return `Warp ${warp} asks for ${bytes(usefulBytes)} of the row: ${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")}`;
}

/** What one lane asks for. */
export function laneCaption(request: WarpRequest, lane: number): string {
  if (!isActive(request.activeMask, lane)) return `Lane ${lane} has no vector left`;
  const first = byteAddressOf(request, lane);
  return `Lane ${lane}: bytes ${count(first)} to ${count(first + request.bytesPerLane - 1)} of the row, sector ${count(Math.floor(first / SECTOR_BYTES))}`;
}

/** An access of the kernel with its numbers over the whole row. */
export interface TableRow {
  readonly access: string;
  readonly requests: string;
  readonly sectors: string;
  readonly sectorsPerRequest: string;
  readonly bytes: string;
  /** Where its sectors come from or go to: concluded from the earlier accesses, not counted. */
  readonly found: string;
  /** Whether it belongs to the walk of the shown step. */
  readonly now: boolean;
}

/** The row's numbers, all accesses together, in the course's fixed order. DRAM bytes are an upper bound: caches may save some. */
export function rowReadings(cost: GlobalCost): Reading[] {
  return requestReadings(cost, "sector").map((reading) =>
    reading.name === "DRAM bytes" ? { ...reading, name: "DRAM bytes, at most" } : reading,
  );
}

/** One access of the kernel as a row of the table. */
export function tableRow(access: RowAccess, cost: GlobalCost, walk: WalkName): TableRow {
  return {
    access: accessName(access),
    requests: count(cost.requests),
    sectors: count(cost.sectors),
    sectorsPerRequest: decimal(cost.sectors / cost.requests),
    bytes: bytes(cost.sectors * SECTOR_BYTES),
    found: whereFound(access),
    now: access.walk === walk,
  };
}

/** The same as the table, in words. */
export function accessCaptions(costs: readonly { readonly access: RowAccess; readonly cost: GlobalCost }[]): string[] {
  return costs.map(({ access, cost }) => {
    const perRequest = `${decimal(cost.sectors / cost.requests)} per request`;
    const moved = bytes(cost.sectors * SECTOR_BYTES);
    return `${accessName(access)}: ${pluralize(cost.requests, "request")}, ${pluralize(cost.sectors, "sector")}, ${perRequest}, ${moved}; ${whereFound(access)}.`;
  });
}

function accessName({ walk, op, array }: RowAccess): string {
  if (array !== "input") return `${op} ${array}`;
  return walk === "statistics" ? "load input" : "load input again";
}

function whereFound({ walk, array }: RowAccess): string {
  switch (array) {
    case "input":
      return walk === "statistics" ? "in DRAM" : "in L1, else L2";
    case "weight":
      return "in L2, after the first rows";
    case "output":
      return "goes to L2, then DRAM";
  }
}
