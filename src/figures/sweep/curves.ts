import { CACHE_LINE_BYTES, SECTOR_BYTES, globalCost, h100, type GlobalCost } from "#simulator";
import { requestAt, type Walk } from "./walk.ts";

/** A way to count what one request moves. */
export type Counting = "line" | "sector" | "dram";

/** Useful bytes over moved bytes, 0 to 1, for every value of a sweep. */
export interface Curve {
  readonly counting: Counting;
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

export interface CurvePoint {
  /** Stride or offset, in elements. */
  readonly value: number;
  readonly share: number;
}

/** A launch of the kernel that the sweep is measured by. */
export interface MeasuredPoint {
  /** Stride or offset, in elements. */
  readonly param: number;
  readonly usefulGBps: number;
}

const names: Readonly<Record<Counting, string>> = {
  line: "line model, whole lines",
  sector: "sector model",
  dram: "DRAM, as it reads and writes",
};

const movedBytes: Readonly<Record<Counting, (cost: GlobalCost) => number>> = {
  line: ({ cacheLines }) => cacheLines * CACHE_LINE_BYTES,
  sector: ({ sectors }) => sectors * SECTOR_BYTES,
  dram: ({ dramReadBytes, dramWriteBytes }) => dramReadBytes + dramWriteBytes,
};

/** Every value that a sweep takes, ascending. */
export function valuesOf({ from, to }: Walk): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** The curves of a sweep, the coarsest way of counting first. */
export function curvesOf(walk: Walk): Curve[] {
  const costs = valuesOf(walk).map((value) => ({ value, cost: globalCost(requestAt(walk, value), h100) }));
  return (["line", "sector", "dram"] as const).map((counting) => ({
    counting,
    name: names[counting],
    points: costs.map(({ value, cost }) => ({ value, share: cost.usefulBytes / movedBytes[counting](cost) })),
  }));
}
