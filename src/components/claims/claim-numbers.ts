import { bytes, count, decimal, percent, withUnit } from "#pictures/format.ts";
import type { Measured, Simulated } from "./evidence.ts";

const names: Readonly<Record<string, string>> = {
  idealSectors: "ideal sectors",
  cacheLines: "lines",
  tagWavefronts: "tag wavefronts",
  usefulBytes: "bytes asked for",
  sectorBytes: "bytes in sectors",
  lineBytes: "bytes in lines",
  dramReadBytes: "bytes read from DRAM",
  dramWriteBytes: "bytes written to DRAM",
  lineUtilisation: "utilisation, line model",
  bytesPerSector: "bytes used of a sector",
  dramAmplification: "DRAM amplification",
  bankConflicts: "conflicts",
  conflictDegree: "conflict degree",
};

/** The name of a simulated number. */
export function simulatedName(entry: Simulated): string {
  return entry.label ?? (entry.of === "arithmetic" ? entry.calculate : (names[entry.count] ?? entry.count));
}

/** A simulated number with its unit. */
export function simulatedText(entry: Simulated): string {
  const { gives } = entry;
  if (entry.of === "global") {
    if (entry.count === "efficiency" || entry.count === "lineUtilisation") return percent(gives);
    if (entry.count.endsWith("Bytes")) return bytes(gives);
    if (entry.count === "dramAmplification") return timesAsMuch(gives);
  }
  return plain(gives);
}

/** A measured number with its unit: GB/s, µs, %, times as much, or a share of something. */
export function measuredText({ unit }: Pick<Measured, "unit">, value: number): string {
  if (unit === "share") return percent(value);
  if (unit === "times") return timesAsMuch(value);
  return unit === undefined ? plain(value) : withUnit(decimal(value), unit);
}

const timesAsMuch = (ratio: number): string => `${decimal(ratio)}×`;

function plain(value: number): string {
  return Number.isInteger(value) ? count(value) : decimal(value);
}
