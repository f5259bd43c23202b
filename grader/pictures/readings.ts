import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalCost, type SharedCost } from "#simulator";
import { bytes, count, decimal, percent } from "./format.ts";
import type { MemoryModel } from "./memory-rows.ts";

/** A labelled, formatted number beside a picture. */
export interface Reading {
  readonly name: string;
  readonly value: string;
  /** The best possible value, if there is one. */
  readonly ideal?: string;
  /** What the value counts, where that isn't the whole picture: "this step, 18 so far". */
  readonly of?: string;
}

/** Distinct useful bytes ÷ bytes that move in sectors; 1 when nothing moves. */
export function efficiency({ usefulBytes, sectors }: GlobalCost): number {
  return sectors === 0 ? 1 : usefulBytes / (sectors * SECTOR_BYTES);
}

/** Distinct useful bytes ÷ bytes that whole lines carry: "utilisation" in the line model; 1 when nothing moves. */
export function lineUtilisation({ usefulBytes, cacheLines }: GlobalCost): number {
  return cacheLines === 0 ? 1 : usefulBytes / (cacheLines * CACHE_LINE_BYTES);
}

/** The counts of a request to global memory under one of the two memory models, in the course's fixed order. */
export function requestReadings(cost: GlobalCost, memoryModel: MemoryModel): Reading[] {
  if (memoryModel === "line") {
    return [
      { name: "transactions", value: count(cost.cacheLines), ideal: count(Math.ceil(cost.usefulBytes / CACHE_LINE_BYTES)) },
      { name: "bytes transferred", value: bytes(cost.cacheLines * CACHE_LINE_BYTES) },
      { name: "utilisation", value: percent(lineUtilisation(cost)) },
    ];
  }
  return [
    { name: "requests", value: count(cost.requests) },
    { name: "sectors", value: count(cost.sectors), ideal: count(cost.idealSectors) },
    { name: "sectors per request", value: decimal(cost.requests === 0 ? 0 : cost.sectors / cost.requests) },
    { name: "lines", value: count(cost.cacheLines) },
    { name: "efficiency", value: cost.sectors === 0 ? "–" : percent(efficiency(cost)) },
    { name: "DRAM bytes", value: dramBytes(cost) },
  ];
}

function dramBytes({ dramReadBytes, dramWriteBytes }: GlobalCost): string {
  if (dramWriteBytes === 0) return `${bytes(dramReadBytes)} read`;
  return dramReadBytes === 0 ? `${bytes(dramWriteBytes)} written` : `${bytes(dramReadBytes)} read, ${bytes(dramWriteBytes)} written`;
}

/** The counts of a request to shared memory, in the course's fixed order. */
export function bankReadings({ wavefronts, groups, bankConflicts, conflictDegree }: SharedCost): Reading[] {
  return [
    { name: "wavefronts", value: count(wavefronts), ideal: count(groups) },
    { name: "conflicts", value: count(bankConflicts) },
    { name: "degree", value: count(conflictDegree) },
  ];
}

/** The counts that pictures are about, in the course's fixed order. */
const HEADLINES = new Set([
  ...["transactions", "sectors", "efficiency", "utilisation"],
  ...["wavefronts", "degree", "store wavefronts", "load wavefronts"],
]);

/** The one or two readings that stand out beside a picture; the others are folded. */
export function headline(readings: readonly Reading[]): readonly Reading[] {
  const main = readings.filter(({ name }) => HEADLINES.has(name));
  return main.length > 0 ? main : readings.slice(0, 2);
}
