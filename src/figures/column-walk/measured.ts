import type { KernelCounters, KernelTiming } from "#simulator/hardware/kernel-timings.ts";
import { lanesPerRow, type Side, type Work } from "./walk.ts";

/** A walk as an H100 ran it. */
export interface MeasuredWalk {
  readonly work: Work;
  readonly side: Side;
  /** Lanes side by side in a row; as many as the row keeps busy: the walk goes along whole rows. */
  readonly together: number;
  readonly usefulGBps: number;
  /** Bytes that DRAM read ÷ bytes that the kernel must read. */
  readonly dramReadRatio: number;
  /** Bytes that DRAM read and wrote, over the time, in GB/s (10⁹ bytes). */
  readonly dramGBps: number;
}

/** Of the useful bytes of a kernel, the part that it reads: SAXPY reads two matrices and writes one. */
const readPart: Readonly<Record<Work, number>> = { read: 1, saxpy: 2 / 3 };

/** Every measured walk over a matrix whose rows are not padded, in the order of the measurements. */
export function measuredWalks(timings: readonly KernelTiming[], counters: readonly KernelCounters[]): MeasuredWalk[] {
  return timings.flatMap(({ name, param, usefulBytes, usefulGBps, microseconds }) => {
    const [, work, side] = name.match(/^walk_(read|saxpy)_(\d+)$/) ?? [];
    if (!work) return [];
    const counted = counters.find((launch) => launch.name === name && launch.param === param)?.counters;
    if (!counted) throw new RangeError(`${name} with parameter ${param} was timed but not counted`);
    const dramReadBytes = counted["dram__bytes_read.sum"];
    return {
      work: work as Work,
      side: Number(side) as Side,
      together: param,
      usefulGBps,
      dramReadRatio: dramReadBytes / (usefulBytes * readPart[work as Work]),
      dramGBps: (dramReadBytes + counted["dram__bytes_write.sum"]) / microseconds / 1000,
    };
  });
}

/** The measurement of one walk, or of the walk along whole rows. */
export function measuredAt(walks: readonly MeasuredWalk[], work: Work, side: Side, together: number | "row"): MeasuredWalk {
  const lanes = together === "row" ? lanesPerRow(side) : together;
  const walk = walks.find((walk) => walk.work === work && walk.side === side && walk.together === lanes);
  if (!walk) throw new RangeError(`no measured ${work} of ${side} × ${side} with ${lanes} lanes together was given`);
  return walk;
}
