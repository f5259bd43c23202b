import { CACHE_LINE_BYTES, SECTOR_BYTES, a100, globalCost, h100, type GlobalCost, type MemoryOp } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { efficiency, lineUtilisation } from "#pictures/readings.ts";
import { scatteredRequest } from "#figures/warp-to-memory/model.ts";
import { dataTable } from "../data-table.ts";
import { backToBack, kernelCounter, kernelTime, profiledEfficiency, usefulGBps } from "../measurements.ts";
import { multiple, rounded } from "../quantity-text.ts";
import { loadCost } from "./requests.ts";

/** The strides of the documents' tables, in elements. */
const STRIDES = [1, 2, 4, 8, 16, 32] as const;

/** How many times slower a kernel is at a stride than at stride 1. */
function slowdown(kernel: "copy_stride" | "write_stride", stride: number): number {
  return usefulGBps(kernel, 1) / usefulGBps(kernel, stride);
}

const FLOAT_BYTES = 4;

// The gather kernels are all timed over the same number of elements; their names say the pattern.
const GATHERED_ELEMENTS = 33554432;

/** The documents' stride table, counted under both models, beside the time on an H100. */
export const costOfStrides = dataTable({
  label: "Cost of strides",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption: "One warp reads 32 floats. As two models count it, and as an H100 ran it.",
  rows: [
    ...STRIDES.map((stride) => ({
      pattern: `stride ${stride}`,
      cost: loadCost(stride),
      speed: usefulGBps("copy_stride", stride),
      slower: slowdown("copy_stride", stride),
    })),
    {
      pattern: "random",
      cost: globalCost(scatteredRequest(), h100),
      speed: usefulGBps("gather_random", GATHERED_ELEMENTS),
      slower: usefulGBps("gather_identity", GATHERED_ELEMENTS) / usefulGBps("gather_random", GATHERED_ELEMENTS),
    },
  ],
  columns: [
    { head: "Pattern", cell: ({ pattern }) => pattern },
    {
      group: "Line model",
      columns: [
        { head: "transactions", cell: ({ cost }) => count(cost.cacheLines) },
        { head: "transferred", cell: ({ cost }) => bytes(cost.cacheLines * CACHE_LINE_BYTES) },
        { head: "utilisation", cell: ({ cost }) => percent(lineUtilisation(cost)) },
      ],
    },
    {
      group: "Sector model",
      columns: [
        { head: "sectors", cell: ({ cost }) => count(cost.sectors) },
        { head: "efficiency", cell: ({ cost }) => percent(efficiency(cost)) },
        {
          head: "DRAM reads",
          cell: ({ cost }) => [`${bytes(cost.dramReadBytes)} `, { soft: `×${decimal(cost.dramReadBytes / cost.usefulBytes)}` }],
        },
      ],
    },
    {
      group: "Measured, H100",
      columns: [
        { head: "GB/s", cell: ({ speed }) => rounded(speed) },
        { head: "slower", cell: ({ slower }) => multiple(slower) },
      ],
    },
  ],
});

/** Strides of floats: what one request costs, and how much longer an H100 takes when the reads stride and when the writes do. */
export const readsAndWrites = dataTable({
  label: "Strides of reads and writes",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption: "One warp, 32 floats. The clock is for a whole copy in which one side strides, compared with stride 1.",
  rows: STRIDES.map((stride) => ({
    stride,
    cost: loadCost(stride),
    reading: kernelTime("copy_stride", stride).microseconds / kernelTime("copy_stride", 1).microseconds,
    writing: kernelTime("write_stride", stride).microseconds / kernelTime("write_stride", 1).microseconds,
  })),
  columns: [
    { head: "Stride", cell: ({ stride }) => stride },
    {
      group: "One request",
      columns: [
        { head: "lines", cell: ({ cost }) => count(cost.cacheLines) },
        { head: "sectors", cell: ({ cost }) => count(cost.sectors) },
        { head: "efficiency", cell: ({ cost }) => percent(efficiency(cost)) },
      ],
    },
    {
      group: "Time on an H100",
      columns: [
        { head: "reads stride", cell: ({ reading }) => multiple(reading) },
        { head: "writes stride", cell: ({ writing }) => multiple(writing) },
      ],
    },
  ],
});

/** The fifth document's second exercise, done: efficiency of strided loads and of strided stores, by simulator, profiler and clock. */
export const measuredEfficiency = dataTable({
  label: "Efficiency and time of strides",
  measuredIn: ["whole-kernels-h100.csv", "whole-kernels-h200.csv"],
  wide: true,
  caption: "One side strided, the other in order, the same number of elements at every stride. Profiler: H200; clock: H100.",
  rows: STRIDES,
  columns: [
    { head: "stride", cell: (stride) => stride },
    { head: "simulator", cell: (stride) => percent(efficiency(loadCost(stride))) },
    {
      group: "Strided loads",
      columns: [
        { head: "profiler", cell: (stride) => percent(profiledEfficiency("copy_stride", stride, "load")) },
        { head: "slower", cell: (stride) => multiple(slowdown("copy_stride", stride)) },
      ],
    },
    {
      group: "Strided stores",
      columns: [
        { head: "profiler", cell: (stride) => percent(profiledEfficiency("write_stride", stride, "store")) },
        { head: "slower", cell: (stride) => multiple(slowdown("write_stride", stride)) },
      ],
    },
    { group: "Both, up to n", columns: [{ head: "of the work done", cell: (stride) => percent(1 / stride) }] },
  ],
});

/** How many bytes move for each useful byte of a strided load: on the way from L2, out of DRAM, as counted by model and by an H100. */
export const readAmplification = dataTable({
  label: "Read amplification of strides",
  measuredIn: ["whole-kernels-h100.csv"],
  caption: "Bytes that move for each byte that a strided load of floats asks for.",
  rows: STRIDES.map((stride) => {
    // Half of a copy's useful bytes are read, the other half written.
    const usefulReads = kernelTime("copy_stride", stride).usefulBytes / 2;
    return {
      stride,
      cost: loadCost(stride),
      fromL2: (kernelCounter("copy_stride", stride, "l2ReadSectors") * SECTOR_BYTES) / usefulReads,
      fromDram: kernelCounter("copy_stride", stride, "dramReadBytes") / usefulReads,
    };
  }),
  columns: [
    { head: "Stride", cell: ({ stride }) => count(stride) },
    {
      group: "Counted by rule",
      columns: [
        { head: "lines", cell: ({ cost }) => multiple((cost.cacheLines * CACHE_LINE_BYTES) / cost.usefulBytes) },
        { head: "sectors", cell: ({ cost }) => multiple((cost.sectors * SECTOR_BYTES) / cost.usefulBytes) },
        { head: "fetches", cell: ({ cost }) => multiple(cost.dramReadBytes / cost.usefulBytes) },
      ],
    },
    {
      group: "Counted on an H100",
      columns: [
        { head: "out of L2", cell: ({ fromL2 }) => multiple(fromL2) },
        { head: "out of DRAM", cell: ({ fromDram }) => multiple(fromDram) },
      ],
    },
  ],
});

/** A copy that reads at a stride and writes in order, against the same copy at stride 1: as printed, as counted three ways, as timed. */
export interface StrideSlowdown {
  /** In elements. */
  readonly stride: number;
  /** The first document's A100. */
  readonly printed: Speed;
  /** The document's launches as they stand, back to back, on an H200. */
  readonly asPrinted: Speed;
  /** An H100, on arrays that no cache can hold. */
  readonly measured: Speed;
  /** How many times the bytes of stride 1 the whole copy moves, when whole lines, sectors or DRAM's bytes are counted. */
  readonly bytesGrow: Readonly<Record<Counting, number>>;
}

type Counting = "lines" | "sectors" | "dram";

interface Speed {
  readonly usefulGBps: number;
  /** How many times slower than at stride 1. */
  readonly slower: number;
}

/**
 * Useful GB/s of an A100, from the first document's table “Effective Bandwidth vs Access Stride (A100, 4M float elements)”: its
 * numbers, not measured by this course.
 */
const printedGBps: Readonly<Record<(typeof STRIDES)[number], number>> = { 1: 1870, 2: 960, 4: 490, 8: 250, 16: 130, 32: 62 };

const movedBytes: Readonly<Record<Counting, (cost: GlobalCost) => number>> = {
  lines: ({ cacheLines }) => cacheLines * CACHE_LINE_BYTES,
  sectors: ({ sectors }) => sectors * SECTOR_BYTES,
  dram: ({ dramReadBytes, dramWriteBytes }) => dramReadBytes + dramWriteBytes,
};

/** What one warp's share of the copy moves: its load at the stride, and its store in order. */
function copiedBytes(counting: Counting, stride: number): number {
  const cost = (op: MemoryOp, strideElements: number) =>
    globalCost(patternRequest({ op, strideElements, offsetElements: 0, bytesPerElement: 4 }), h100);
  return movedBytes[counting](cost("load", stride)) + movedBytes[counting](cost("store", 1));
}

/** Useful GB/s of the document's launches, back to back, as the document times them. */
function benchmarkGBps(stride: number): number {
  return backToBack("stride_benchmark", stride, "h200").usefulGBps;
}

function copiedFloats({ usefulBytes }: { readonly usefulBytes: number }): string {
  return count(usefulBytes / 2 / FLOAT_BYTES);
}

export const strideSlowdowns: readonly StrideSlowdown[] = STRIDES.map((stride) => ({
  stride,
  printed: { usefulGBps: printedGBps[stride], slower: printedGBps[1] / printedGBps[stride] },
  asPrinted: { usefulGBps: benchmarkGBps(stride), slower: benchmarkGBps(1) / benchmarkGBps(stride) },
  measured: { usefulGBps: usefulGBps("copy_stride", stride), slower: slowdown("copy_stride", stride) },
  bytesGrow: {
    lines: copiedBytes("lines", stride) / copiedBytes("lines", 1),
    sectors: copiedBytes("sectors", stride) / copiedBytes("sectors", 1),
    dram: copiedBytes("dram", stride) / copiedBytes("dram", 1),
  },
}));

/** The first document's benchmark: its numbers for an A100, what three ways of counting predict, and what an H200 and an H100 did. */
export const strideBenchmark = dataTable({
  label: "A copy at six strides",
  measuredIn: ["whole-kernels-h100.csv", "memory-system-h200.csv"],
  wide: true,
  caption: `A copy that reads at a stride and writes in order: as printed, as predicted, as timed. The document's launches, back to back, copy ${copiedFloats(kernelTime("stride_benchmark", 1, "h200"))} floats each; the H100's copy ${copiedFloats(kernelTime("copy_stride", 1))}.`,
  rows: strideSlowdowns,
  columns: [
    { head: "stride", cell: ({ stride }) => stride },
    {
      group: "As the document prints it, A100",
      columns: [
        { head: "GB/s", cell: ({ printed }) => count(printed.usefulGBps) },
        { head: "of peak", cell: ({ printed }) => percent(printed.usefulGBps / a100.dramGBps) },
        { head: "slower", cell: ({ printed }) => multiple(printed.slower) },
      ],
    },
    {
      group: "Bytes of the whole copy grow, counted in",
      columns: [
        { head: "lines", cell: ({ bytesGrow }) => multiple(bytesGrow.lines) },
        { head: "sectors", cell: ({ bytesGrow }) => multiple(bytesGrow.sectors) },
        { head: "DRAM bytes", cell: ({ bytesGrow }) => multiple(bytesGrow.dram) },
      ],
    },
    {
      group: "Its launches, H200",
      columns: [
        { head: "GB/s", cell: ({ asPrinted }) => rounded(asPrinted.usefulGBps) },
        { head: "slower", cell: ({ asPrinted }) => multiple(asPrinted.slower) },
      ],
    },
    {
      group: "Measured, H100",
      columns: [
        { head: "GB/s", cell: ({ measured }) => rounded(measured.usefulGBps) },
        { head: "of peak", cell: ({ measured }) => percent(measured.usefulGBps / h100.dramGBps) },
        { head: "slower", cell: ({ measured }) => multiple(measured.slower) },
      ],
    },
  ],
});
