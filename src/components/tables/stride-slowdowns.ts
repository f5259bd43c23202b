import { CACHE_LINE_BYTES, SECTOR_BYTES, globalCost, h100, type GlobalCost, type MemoryOp } from "#simulator";
import { patternRequest } from "#pictures/pattern.ts";
import { kernelTime } from "../kernel-time.ts";
import { printedStrides } from "./printed-strides.ts";

/** A copy that reads at a stride and writes in order, against the same copy at stride 1: as printed, as counted three ways, as timed. */
export interface StrideSlowdown {
  /** In elements. */
  readonly stride: number;
  /** The first document's A100. */
  readonly printed: Speed;
  /** An H100, on arrays that no cache can hold. */
  readonly measured: Speed;
  /** How many times the bytes of stride 1 the whole copy moves, when whole lines, sectors or DRAM's bytes are counted. */
  readonly bytesGrow: Readonly<Record<Counting, number>>;
}

export type Counting = "lines" | "sectors" | "dram";

export interface Speed {
  readonly usefulGBps: number;
  /** How many times slower than at stride 1. */
  readonly slower: number;
}

const KERNEL = "copy_stride";

const moved: Readonly<Record<Counting, (cost: GlobalCost) => number>> = {
  lines: ({ cacheLines }) => cacheLines * CACHE_LINE_BYTES,
  sectors: ({ sectors }) => sectors * SECTOR_BYTES,
  dram: ({ dramReadBytes, dramWriteBytes }) => dramReadBytes + dramWriteBytes,
};

export const strideSlowdowns: readonly StrideSlowdown[] = printedStrides.map(({ stride, usefulGBps }) => ({
  stride,
  printed: { usefulGBps, slower: printedStrides[0].usefulGBps / usefulGBps },
  measured: {
    usefulGBps: kernelTime(KERNEL, stride).usefulGBps,
    slower: kernelTime(KERNEL, 1).usefulGBps / kernelTime(KERNEL, stride).usefulGBps,
  },
  bytesGrow: {
    lines: copiedBytes("lines", stride) / copiedBytes("lines", 1),
    sectors: copiedBytes("sectors", stride) / copiedBytes("sectors", 1),
    dram: copiedBytes("dram", stride) / copiedBytes("dram", 1),
  },
}));

/** What one warp's share of the copy moves: its load at the stride, and its store in order. */
function copiedBytes(counting: Counting, stride: number): number {
  return moved[counting](cost("load", stride)) + moved[counting](cost("store", 1));
}

function cost(op: MemoryOp, strideElements: number): GlobalCost {
  return globalCost(patternRequest({ op, strideElements, offsetElements: 0, bytesPerElement: 4 }), h100);
}
