import { FULL_MASK, WARP_SIZE, globalCost, h100, type GlobalCost } from "#simulator";
import { bytes, count, decimal } from "#pictures/format.ts";
import type { DataTable } from "../data-table.ts";
import { dramGBps, dramReadRatio, usefulGBps } from "../measurements.ts";
import { rounded } from "../quantity-text.ts";

/** A kernel that only reads: each lane a few bytes, the next lane a fixed distance on, no sector twice. */
export interface SparseRead {
  /** From the first byte of a lane to that of the next. */
  readonly distanceBytes: number;
  /** One warp's load, by the simulator. */
  readonly cost: GlobalCost;
  readonly usefulGBps: number;
  /** Bytes that DRAM read ÷ bytes that lanes asked for, counted over the whole kernel. */
  readonly dramReadRatio: number;
  /** Bytes that DRAM read and wrote over the time, in GB/s (10⁹ bytes). */
  readonly dramGBps: number;
}

/** The distances that were measured, in bytes, by the bytes of a lane. */
const distances = { 4: [4, 8, 16, 32, 64, 96, 128, 256, 512], 16: [16, 32, 64, 96, 128, 256, 512, 1024, 4096] };

/** The sparse reads of an H100, the shortest distance first. */
export function sparseReads(bytesPerLane: 4 | 16): SparseRead[] {
  const kernel = `sparse${bytesPerLane}`;
  return distances[bytesPerLane].map((distanceBytes) => {
    const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => lane * distanceBytes);
    return {
      distanceBytes,
      cost: globalCost({ space: "global", op: "load", bytesPerLane, activeMask: FULL_MASK, addresses }, h100),
      usefulGBps: usefulGBps(kernel, distanceBytes),
      dramReadRatio: dramReadRatio(kernel, distanceBytes),
      dramGBps: dramGBps(kernel, distanceBytes),
    };
  });
}

/** A few bytes read at a growing distance: what one load costs by the simulator, and the whole kernel on an H100. */
export function sparseReadTable(bytesPerLane: 4 | 16): DataTable<SparseRead> {
  return {
    label: `${bytesPerLane} bytes at a distance`,
    caption: `${bytesPerLane} bytes per lane, at several distances from lane to lane.`,
    rows: sparseReads(bytesPerLane),
    columns: [
      { head: "Distance", cell: ({ distanceBytes }) => bytes(distanceBytes) },
      {
        group: "One load, simulated",
        columns: [
          { head: "sectors", cell: ({ cost }) => count(cost.sectors) },
          { head: "DRAM reads", cell: ({ cost }) => bytes(cost.dramReadBytes) },
        ],
      },
      {
        group: "The whole kernel, H100",
        columns: [
          { head: "DRAM bytes per byte wanted", cell: ({ dramReadRatio }) => decimal(dramReadRatio) },
          { head: "DRAM carries, GB/s", cell: ({ dramGBps }) => rounded(dramGBps) },
          { head: "useful, GB/s", cell: ({ usefulGBps }) => rounded(usefulGBps) },
        ],
      },
    ],
  };
}
