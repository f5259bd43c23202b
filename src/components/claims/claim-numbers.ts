import {
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  deviceForWidth,
  globalCost,
  h100,
  sharedCost,
  type GlobalCost,
  type WarpRequest,
} from "#simulator";
import type { KernelCounters, KernelTiming } from "#hardware/kernel-timings.ts";
import { bytes, count, decimal, percent, withUnit } from "#pictures/format.ts";
import { laneExpression } from "../lane-expression.ts";
import type { Measured, Simulated } from "./claims.ts";

type Global = Extract<Simulated, { of: "global" }>;
type Shared = Extract<Simulated, { of: "shared" }>;

/** The number of a claim's simulated entry, computed again. */
export function simulatedNumber(entry: Simulated): number {
  switch (entry.of) {
    case "arithmetic":
      return laneExpression(entry.calculate)(0);
    case "shared":
      return sharedCost({ space: "shared", ...request(entry) }, h100)[entry.count];
    case "global":
      return readings[entry.count](globalCost({ space: "global", ...request(entry) }, deviceForWidth(entry.width)));
  }
}

const readings: Record<Global["count"], (cost: GlobalCost) => number> = {
  requests: (cost) => cost.requests,
  sectors: (cost) => cost.sectors,
  idealSectors: (cost) => cost.idealSectors,
  cacheLines: (cost) => cost.cacheLines,
  tagWavefronts: (cost) => cost.tagWavefronts,
  usefulBytes: (cost) => cost.usefulBytes,
  sectorBytes: (cost) => cost.sectors * SECTOR_BYTES,
  lineBytes: (cost) => cost.cacheLines * CACHE_LINE_BYTES,
  dramReadBytes: (cost) => cost.dramReadBytes,
  dramWriteBytes: (cost) => cost.dramWriteBytes,
  efficiency: (cost) => cost.usefulBytes / (cost.sectors * SECTOR_BYTES),
  lineUtilisation: (cost) => cost.usefulBytes / (cost.cacheLines * CACHE_LINE_BYTES),
  bytesPerSector: (cost) => cost.usefulBytes / cost.sectors,
  dramAmplification: (cost) => cost.dramReadBytes / cost.usefulBytes,
};

function request({ op, at, width, lanes }: Global | Shared): Omit<WarpRequest, "space"> {
  const all = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
  const isActive = lanes === undefined ? () => 1 : laneExpression(lanes);
  const activeMask = all.reduce((mask, lane) => (isActive(lane) ? mask | (1 << lane) : mask), 0) >>> 0;
  return { op, bytesPerLane: width, activeMask, addresses: all.map(laneExpression(at)) };
}

/** What was measured: times and counters of both GPUs. */
export interface MeasurementFiles {
  readonly timings: readonly KernelTiming[];
  readonly timingsH200: readonly KernelTiming[];
  readonly counters: Readonly<Record<"h100" | "h200", readonly KernelCounters[]>>;
}

/**
 * The number of a claim's measured entry, read from the measurement files.
 *
 * @throws RangeError when it was not measured: a page must not show such a number
 */
export function measuredNumber(entry: Measured, files: MeasurementFiles): number {
  const { kernel, param, read, per, against, of = 1, on } = entry;
  const reading = (name: string, at: number) => {
    const value = readingOf(files, on, name, at, read);
    return per === undefined ? value : value / readingOf(files, on, name, at, per);
  };
  const value = reading(kernel, param);
  return (against === undefined ? value : value / reading(against.kernel ?? kernel, against.param)) / of;
}

function readingOf(
  { timings, timingsH200, counters }: MeasurementFiles,
  on: "h100" | "h200",
  kernel: string,
  param: number,
  read: string,
): number {
  const isLaunch = (launch: { name: string; param: number }) => launch.name === kernel && launch.param === param;
  if (read === "GBps" || read === "us" || read === "us_batch") {
    const timing = (on === "h100" ? timings : timingsH200).find(isLaunch);
    if (timing === undefined) throw new RangeError(`${kernel} with parameter ${param} was not timed on the ${on.toUpperCase()}`);
    const value = { GBps: timing.usefulGBps, us: timing.microseconds, us_batch: timing.batchMicroseconds }[read];
    if (value === undefined) throw new RangeError(`${kernel} with parameter ${param} was not timed back to back`);
    return value;
  }
  const value = counters[on].find(isLaunch)?.counters[read];
  if (value === undefined) throw new RangeError(`${read} of ${kernel} with parameter ${param} was not counted on the ${on.toUpperCase()}`);
  return value;
}

const names: Readonly<Record<string, string>> = {
  idealSectors: "ideal sectors",
  cacheLines: "lines",
  tagWavefronts: "tag wavefronts",
  usefulBytes: "bytes asked for",
  sectorBytes: "bytes in sectors",
  lineBytes: "bytes in lines",
  dramReadBytes: "bytes DRAM reads",
  dramWriteBytes: "bytes DRAM is written",
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
