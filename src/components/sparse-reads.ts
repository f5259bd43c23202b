import { FULL_MASK, WARP_SIZE, globalCost, h100, type AccessWidth, type GlobalCost } from "#simulator";
import { kernelCounter } from "./numbers/kernel-counter.ts";
import { kernelTime } from "./kernel-time.ts";

/** A kernel that only reads: each lane a few bytes, the next lane a fixed distance on, no sector twice. */
export interface SparseRead {
  readonly bytesPerLane: AccessWidth;
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

export function sparseRead(bytesPerLane: 4 | 16, distanceBytes: number): SparseRead {
  const kernel = `sparse${bytesPerLane}`;
  const { usefulGBps, usefulBytes, microseconds } = kernelTime(kernel, distanceBytes);
  const readBytes = kernelCounter(kernel, distanceBytes, "dram__bytes_read.sum");
  const writtenBytes = kernelCounter(kernel, distanceBytes, "dram__bytes_write.sum");
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => lane * distanceBytes);
  return {
    bytesPerLane,
    distanceBytes,
    cost: globalCost({ space: "global", op: "load", bytesPerLane, activeMask: FULL_MASK, addresses }, h100),
    usefulGBps,
    dramReadRatio: readBytes / usefulBytes,
    dramGBps: (readBytes + writtenBytes) / microseconds / 1000,
  };
}
