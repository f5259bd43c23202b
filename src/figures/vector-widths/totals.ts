import { SECTOR_BYTES, type GlobalCost } from "#simulator";
import { count, decimal, percent } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";

/** The costs of several requests, added up: what moves twice counts twice. */
export interface Totals {
  readonly requests: number;
  readonly sectors: number;
  readonly idealSectors: number;
  readonly cacheLines: number;
  readonly usefulBytes: number;
  readonly movedBytes: number;
}

export function totalsOf(costs: readonly GlobalCost[]): Totals {
  const sum = (quantity: (cost: GlobalCost) => number) => costs.reduce((total, cost) => total + quantity(cost), 0);
  return {
    requests: sum(({ requests }) => requests),
    sectors: sum(({ sectors }) => sectors),
    idealSectors: sum(({ idealSectors }) => idealSectors),
    cacheLines: sum(({ cacheLines }) => cacheLines),
    usefulBytes: sum(({ usefulBytes }) => usefulBytes),
    movedBytes: sum(({ sectors }) => sectors * SECTOR_BYTES),
  };
}

const NOTHING = "–";

/** The numbers of the loads so far, in the course's order. */
export function totalReadings(totals: Totals): Reading[] {
  const { requests, sectors, idealSectors, cacheLines, usefulBytes, movedBytes } = totals;
  if (requests === 0) {
    return ["loads a lane", "requests", "sectors", "sectors per request", "lines", "efficiency"].map((name) => ({ name, value: NOTHING }));
  }
  return [
    { name: "loads a lane", value: count(requests) },
    { name: "requests", value: count(requests) },
    { name: "sectors", value: count(sectors), ideal: count(idealSectors) },
    { name: "sectors per request", value: decimal(sectors / requests) },
    { name: "lines", value: count(cacheLines) },
    { name: "efficiency", value: percent(usefulBytes / movedBytes) },
  ];
}
