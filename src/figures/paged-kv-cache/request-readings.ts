import { SECTOR_BYTES, type GlobalCost } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";

/** The numbers of one load, in the course's fixed order. */
export function requestReadings({ requests, sectors, idealSectors, cacheLines, usefulBytes, dramReadBytes }: GlobalCost): Reading[] {
  return [
    { name: "requests", value: count(requests) },
    { name: "sectors", value: count(sectors), ideal: count(idealSectors) },
    { name: "sectors per request", value: decimal(sectors / requests) },
    { name: "lines", value: count(cacheLines) },
    { name: "efficiency", value: percent(usefulBytes / (sectors * SECTOR_BYTES)) },
    { name: "DRAM bytes", value: `${bytes(dramReadBytes)} read` },
  ];
}
