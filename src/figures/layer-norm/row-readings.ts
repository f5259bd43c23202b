import { SECTOR_BYTES } from "#simulator";
import { bytes, count, pluralize, decimal, percent } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import type { AccessCost } from "./access-cost.ts";
import type { RowAccess, WalkName } from "./kernel.ts";

/** An access of the kernel with its numbers over the whole row. */
export interface TableRow {
  readonly access: string;
  readonly requests: string;
  readonly sectors: string;
  readonly sectorsPerRequest: string;
  readonly bytes: string;
  /** Where its sectors are to be found: said from what came before, not counted. */
  readonly found: string;
  /** Whether the shown step makes it. */
  readonly now: boolean;
}

/** The row's numbers, all accesses together, in the course's fixed order. */
export function rowReadings(cost: AccessCost): Reading[] {
  return [
    { name: "requests", value: count(cost.requests) },
    { name: "sectors", value: count(cost.sectors), ideal: count(cost.idealSectors) },
    { name: "sectors per request", value: decimal(cost.sectors / cost.requests) },
    { name: "lines", value: count(cost.cacheLines) },
    { name: "efficiency", value: percent(cost.usefulBytes / (cost.sectors * SECTOR_BYTES)) },
    { name: "DRAM bytes, at most", value: `${bytes(cost.dramReadBytes)} read, ${bytes(cost.dramWriteBytes)} written` },
  ];
}

export function tableRow(access: RowAccess, cost: AccessCost, walk: WalkName): TableRow {
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
export function accessLines(costs: readonly { readonly access: RowAccess; readonly cost: AccessCost }[]): string[] {
  return costs.map(({ access, cost }) => {
    const perRequest = `${decimal(cost.sectors / cost.requests)} a request`;
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
