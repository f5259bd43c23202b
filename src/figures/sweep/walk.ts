import { CACHE_LINE_BYTES, SECTOR_BYTES, globalCost, h100, type GlobalCost, type MemoryOp, type WarpRequest } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import { patternRequest, type Pattern } from "#pictures/pattern.ts";

/** What is swept: the stride of reads, the offset of reads, or the stride of writes. */
export type Sweep = "stride" | "offset" | "write-stride";

/** A sweep over patterns of 4-byte lanes: the values it takes, the kernel that was measured, and a note on the difference. */
export interface Walk {
  readonly sweep: Sweep;
  readonly op: MemoryOp;
  /** What is varied: the label of the slider and the axis. */
  readonly name: string;
  /** Smallest and largest value, in elements. */
  readonly from: number;
  readonly to: number;
  /** Whether the axis is logarithmic, with one step per doubling; otherwise it is linear. */
  readonly doubling: boolean;
  /** Name of the kernel in the measurements. */
  readonly kernel: string;
  /** Why the measurement differs from the cost of one warp's request. */
  readonly note: string;
}

export const walks: Readonly<Record<Sweep, Walk>> = {
  stride: {
    sweep: "stride",
    op: "load",
    name: "Stride",
    from: 1,
    to: 32,
    doubling: true,
    kernel: "copy_stride",
    note: "The kernel also writes its result, side by side, so half of its useful bytes move without waste.",
  },
  offset: {
    sweep: "offset",
    op: "load",
    name: "Offset",
    from: 0,
    to: 32,
    doubling: false,
    kernel: "copy_offset",
    note: "The sectors at the edges are shared with the neighbouring warps, so one request moves more than its share, but the whole kernel hardly does.",
  },
  "write-stride": {
    sweep: "write-stride",
    op: "store",
    name: "Stride",
    from: 1,
    to: 32,
    doubling: true,
    kernel: "write_stride",
    note: "A sector that is only partly written is read first, so DRAM moves it twice.",
  },
};

/** What one warp accesses at a value of the sweep: 32 floats. */
export function patternOf({ sweep, op }: Walk, value: number): Pattern {
  const [strideElements, offsetElements] = sweep === "offset" ? ([1, value] as const) : ([value, 0] as const);
  return { op, strideElements, offsetElements, bytesPerElement: 4 };
}

/** The request of one warp at a value of the sweep. */
export function requestOf(walk: Walk, value: number): WarpRequest {
  return patternRequest(patternOf(walk, value));
}

/** A value with its name: "stride 8", "offset 3". */
export function describeValue({ name }: Walk, value: number): string {
  return `${name.toLowerCase()} ${value}`;
}

/** A value for assistive technology: "8 elements". */
export function elements(value: number): string {
  return pluralize(value, "element");
}

/** A way to count the bytes that one request moves. */
export type Counting = "line" | "sector" | "dram";

/** Useful bytes over moved bytes, 0 to 1, for every value of a sweep. */
export interface Curve {
  readonly counting: Counting;
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

/** The share of a curve at a value of its sweep. */
export function shareAt({ counting, points }: Curve, value: number): number {
  const point = points.find((point) => point.value === value);
  if (!point) throw new RangeError(`the curve "${counting}" has no value ${value}`);
  return point.share;
}

interface CurvePoint {
  /** Stride or offset, in elements. */
  readonly value: number;
  readonly share: number;
}

/** A measured launch of the sweep's kernel. */
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
  const costs = valuesOf(walk).map((value) => ({ value, cost: globalCost(requestOf(walk, value), h100) }));
  return (["line", "sector", "dram"] as const).map((counting) => ({
    counting,
    name: names[counting],
    points: costs.map(({ value, cost }) => ({ value, share: cost.usefulBytes / movedBytes[counting](cost) })),
  }));
}
