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
import type { Simulated } from "./claim.ts";
import { laneExpression } from "./expression.ts";

type Global = Extract<Simulated, { of: "global" }>;
type Shared = Extract<Simulated, { of: "shared" }>;

/** The number of a claim's simulated entry, computed now. */
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
  const takesPart = lanes === undefined ? () => 1 : laneExpression(lanes);
  const activeMask = all.reduce((mask, lane) => (takesPart(lane) ? mask | (1 << lane) : mask), 0) >>> 0;
  return { op, bytesPerLane: width, activeMask, addresses: all.map(laneExpression(at)) };
}
