import { SECTOR_BYTES } from "#simulator";
import { count, decimal, percent } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import type { GlobalTally, SharedTally } from "./run.ts";

/** What a ratio shows before anything was counted. */
const NOTHING_YET = "–";

/** The counters of one access to global memory, in the course's order. */
export function globalReadings({ requests, sectors, idealSectors, cacheLines, usefulBytes }: GlobalTally): Reading[] {
  const ratio = (text: string) => (requests === 0 ? NOTHING_YET : text);
  return [
    { name: "requests", value: count(requests) },
    { name: "sectors", value: count(sectors), ideal: count(idealSectors) },
    { name: "sectors per request", value: ratio(decimal(sectors / requests)) },
    { name: "lines", value: count(cacheLines) },
    { name: "efficiency", value: ratio(percent(usefulBytes / (sectors * SECTOR_BYTES))) },
  ];
}

/** The counters of the tile's two sides. */
export function tileReadings(stores: SharedTally, loads: SharedTally): Reading[] {
  return [
    { name: "store wavefronts", value: count(stores.wavefronts), ideal: count(stores.groups) },
    { name: "store conflicts", value: count(stores.bankConflicts) },
    { name: "load wavefronts", value: count(loads.wavefronts), ideal: count(loads.groups) },
    { name: "load conflicts", value: count(loads.bankConflicts) },
  ];
}
