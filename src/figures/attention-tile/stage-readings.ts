import { SECTOR_BYTES, type GlobalCost, type SharedCost } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import type { Reading } from "#pictures/readings.ts";
import { paddingBytes, pitchBytes, type KTile } from "./tile.ts";

/** The numbers of one load of global memory, in the course's fixed order. */
export function globalReadings({ requests, sectors, idealSectors, cacheLines, usefulBytes, dramReadBytes }: GlobalCost): Reading[] {
  return [
    { name: "requests", value: count(requests) },
    { name: "sectors", value: count(sectors), ideal: count(idealSectors) },
    { name: "sectors per request", value: decimal(sectors / requests) },
    { name: "lines", value: count(cacheLines) },
    { name: "efficiency", value: percent(usefulBytes / (sectors * SECTOR_BYTES)) },
    { name: "DRAM bytes", value: `${bytes(dramReadBytes)} read` },
  ];
}

/** The numbers of one request of shared memory, in the course's fixed order. */
export function sharedReadings({ wavefronts, groups, bankConflicts, conflictDegree }: SharedCost): Reading[] {
  return [
    { name: "wavefronts", value: count(wavefronts), ideal: count(groups) },
    { name: "conflicts", value: count(bankConflicts) },
    { name: "degree", value: count(conflictDegree) },
  ];
}

/** What the block waits for: a whole tile. */
export function barrierReadings(tile: KTile): Reading[] {
  return [
    { name: "tile", value: bytes(tile.keys * pitchBytes(tile)) },
    { name: "of it padding", value: bytes(tile.keys * paddingBytes(tile)) },
  ];
}
