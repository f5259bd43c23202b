import type { MemoryOp, WarpRequest } from "#simulator";
import { pluralize } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";

/** What is swept: the stride of reads, the offset of reads, or the stride of writes. */
export type Sweep = "stride" | "offset" | "write-stride";

/** A sweep over patterns of 4-byte lanes: which values it takes, and what hangs on them. */
export interface Walk {
  readonly sweep: Sweep;
  readonly op: MemoryOp;
  /** What is varied, for a control. */
  readonly name: string;
  /** Smallest and largest value, in elements. */
  readonly from: number;
  readonly to: number;
  /** Whether equal steps of the axis are doublings; otherwise they are equal differences. */
  readonly doubling: boolean;
  /** Name of the kernel in the measurements. */
  readonly kernel: string;
  /** Why the clock does not follow one warp's request to the letter. */
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
    note: "The kernel also writes its result, side by side: that half of its work loses nothing.",
  },
  offset: {
    sweep: "offset",
    op: "load",
    name: "Offset",
    from: 0,
    to: 32,
    doubling: false,
    kernel: "copy_offset",
    note: "The sectors at the edges are shared with the neighbouring warps, and whoever comes second finds them in the cache. One request alone pays for them; the whole kernel hardly does.",
  },
  "write-stride": {
    sweep: "write-stride",
    op: "store",
    name: "Stride",
    from: 1,
    to: 32,
    doubling: true,
    kernel: "write_stride",
    note: "A sector that is written in part is read first, so DRAM moves it twice.",
  },
};

/** The request of one warp at a value of the sweep: 32 floats. */
export function requestAt({ sweep, op }: Walk, value: number): WarpRequest {
  const [strideElements, offsetElements] = sweep === "offset" ? [1, value] : [value, 0];
  return patternRequest({ op, strideElements, offsetElements, bytesPerElement: 4 });
}

/** A value with its name: "stride 8", "offset 3". */
export function valueWords({ name }: Walk, value: number): string {
  return `${name.toLowerCase()} ${value}`;
}

/** A value as assistive technology says it. */
export function elements(value: number): string {
  return pluralize(value, "element");
}
