import type { Device, FetchGranularity } from "./devices.ts";
import { globalCost, tagBank, type GlobalCost } from "./global-cost.ts";
import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, isActive, type WarpRequest } from "./warp-request.ts";

/** One sector that a request touches, and who touches it. */
export interface SectorEvidence {
  /** Sector number: its first byte is 32 × number. */
  readonly number: number;
  readonly firstByte: number;
  /** Lanes with bytes in this sector, ascending. */
  readonly lanes: readonly number[];
  /** Distinct bytes of the sector that lanes asked for, 1 to 32. */
  readonly usefulBytes: number;
}

/** One cache line that a request touches, with those of its sectors that move. */
export interface LineEvidence {
  /** Line number: its first byte is 128 × number. */
  readonly number: number;
  readonly firstByte: number;
  readonly sectors: readonly SectorEvidence[];
  /** The tag bank, 0 to 3, that looks the line up; undefined where the device's hash is not known. */
  readonly tagBank: number | undefined;
}

/** The cost of a request together with the evidence that a picture is drawn from. */
export interface GlobalExplanation extends GlobalCost {
  readonly request: WarpRequest;
  /** The device's fetch granularity: what DRAM reads around a sector that a load misses. */
  readonly fetchGranularityBytes: FetchGranularity;
  /** Ascending by address. */
  readonly lines: readonly LineEvidence[];
}

/**
 * Explains one request of global memory: its cost, and which lanes touch which sectors of which lines.
 *
 * @param cost of the request; that of a copy, which goes to shared memory, is `readCost`
 */
export function explainGlobal(request: WarpRequest, device: Device, cost = globalCost(request, device)): GlobalExplanation {
  const sectors = sectorsTouched(request);
  const lines = Map.groupBy(sectors, (sector) => Math.floor(sector.firstByte / CACHE_LINE_BYTES));
  const { masks } = device.tagBanks;
  return {
    ...cost,
    request,
    fetchGranularityBytes: device.fetchGranularityBytes,
    lines: [...lines].map(([number, sectors]) => ({
      number,
      firstByte: number * CACHE_LINE_BYTES,
      sectors,
      tagBank: masks && tagBank(number, masks),
    })),
  };
}

function sectorsTouched({ addresses, activeMask, bytesPerLane }: WarpRequest): SectorEvidence[] {
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane).filter((lane) => isActive(activeMask, lane));
  const bySector = Map.groupBy(lanes, (lane) => Math.floor(addresses[lane]! / SECTOR_BYTES));
  return [...bySector]
    .map(([number, lanes]) => ({
      number,
      firstByte: number * SECTOR_BYTES,
      lanes,
      usefulBytes: new Set(lanes.map((lane) => addresses[lane])).size * bytesPerLane,
    }))
    .sort((a, b) => a.number - b.number);
}
