import { FULL_MASK, WARP_SIZE, type WarpRequest } from "#simulator";
import type { KernelCounters, KernelTiming } from "#hardware/kernel-timings.ts";

/** Lanes side by side in a row, before the next lanes go on in the row below. */
export type Together = 1 | 2 | 4 | 8 | 16 | 32;
export const TOGETHERS: readonly Together[] = [1, 2, 4, 8, 16, 32];

/** Floats in a row of the square matrix, and rows in it. */
export type Side = 4096 | 16384;
/** What the kernel does with the elements: it only reads a matrix, or it updates one with another. */
export type Work = "read" | "saxpy";

/** A walk of float4 lanes down the columns of a matrix, in strips that are `together` lanes wide. */
export interface Walk {
  readonly together: Together;
  readonly side: Side;
  readonly work: Work;
}

export const BYTES_PER_LANE = 16;
const BYTES_PER_FLOAT = 4;

/** Bytes from a row of the matrix to the next. */
export function pitchBytes(side: Side): number {
  return side * BYTES_PER_FLOAT;
}

/** How many lanes it takes to load a whole row. */
function lanesPerRow(side: Side): number {
  return pitchBytes(side) / BYTES_PER_LANE;
}

/** A load of the first warp. */
export function loadOf({ together, side }: Walk): WarpRequest {
  return {
    space: "global",
    op: "load",
    bytesPerLane: BYTES_PER_LANE,
    activeMask: FULL_MASK,
    addresses: Array.from(
      { length: WARP_SIZE },
      (_, lane) => Math.floor(lane / together) * pitchBytes(side) + (lane % together) * BYTES_PER_LANE,
    ),
  };
}

/** A walk as an H100 ran it. */
export interface MeasuredWalk {
  readonly work: Work;
  readonly side: Side;
  /** Lanes side by side in a row; `lanesPerRow(side)` for the walk along whole rows. */
  readonly together: number;
  readonly usefulGBps: number;
  /** Bytes that DRAM read ÷ bytes that the kernel must read. */
  readonly dramReadRatio: number;
  /** Bytes that DRAM read and wrote, over the time, in GB/s (10⁹ bytes). */
  readonly dramGBps: number;
}

/** The share of a kernel's useful bytes that it reads: SAXPY reads two matrices and writes one. */
const readShare: Readonly<Record<Work, number>> = { read: 1, saxpy: 2 / 3 };

const WORKS: readonly Work[] = ["read", "saxpy"];
const SIDES: readonly Side[] = [4096, 16384];

/** Every measured walk over a matrix whose rows are not padded, in the order of the measurements. */
export function measuredWalks(timings: readonly KernelTiming[], counters: readonly KernelCounters[]): MeasuredWalk[] {
  return timings.flatMap(({ name, param, usefulBytes, usefulGBps, microseconds }) => {
    const work = WORKS.find((work) => name.startsWith(`walk_${work}_`));
    const side = SIDES.find((side) => name === `walk_${work}_${side}`);
    if (!work || !side) return [];
    const counted = counters.find((launch) => launch.name === name && launch.param === param)?.counters;
    const dramReadBytes = counted?.["dram__bytes_read.sum"];
    const dramWriteBytes = counted?.["dram__bytes_write.sum"];
    if (dramReadBytes === undefined || dramWriteBytes === undefined) {
      throw new RangeError(`${name} with parameter ${param} was timed but not counted`);
    }
    return {
      work,
      side,
      together: param,
      usefulGBps,
      dramReadRatio: dramReadBytes / (usefulBytes * readShare[work]),
      dramGBps: (dramReadBytes + dramWriteBytes) / microseconds / 1000,
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
