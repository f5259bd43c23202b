import { SECTOR_BYTES, WORD_BYTES, h100, h200, sharedCost, type MemoryOp } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import { MEASURED_SIDE, versions, type Version } from "#figures/transpose-stages/versions.ts";
import { VersionRun, type GlobalTally } from "#figures/transpose-stages/run.ts";
import { dataTable, type DataTable } from "../data-table.ts";
import {
  backToBack,
  kernelCounter,
  kernelTime,
  loadHitRate,
  profiledEfficiency,
  sectorsPerRequest,
  usefulGBps,
  type Metric,
} from "../measurements.ts";
import { multiple, rounded } from "../quantity-text.ts";
import { sharedLoad } from "./banks.ts";

const FLOAT_BYTES = 4;
const matrixBytes = MEASURED_SIDE ** 2 * FLOAT_BYTES;

interface ComparedTranspose {
  readonly name: string;
  readonly kernel: string;
  /** Sectors per request. */
  readonly read: number;
  readonly write: number;
  /** Wavefronts per request that takes a column from the tile. */
  readonly wavefronts?: number;
}

/** A transpose by the simulator's count. */
function simulatedTranspose(name: string, kernel: string, version: Version): ComparedTranspose {
  const run = VersionRun.of(version);
  const perRequest = ({ sectors, requests }: GlobalTally) => sectors / requests;
  const transpose = {
    name,
    kernel,
    read: perRequest(run.globalTally("read", "grid")),
    write: perRequest(run.globalTally("write", "grid")),
  };
  if (versions[version].tileWords === 0) return transpose;
  const column = run.sharedTally("fromTile", "grid");
  return { ...transpose, wavefronts: column.wavefronts / column.requests };
}

/** What a launch takes longer alone than back to back with others, in µs. */
function launchMicroseconds(kernel: string): number {
  return kernelTime(kernel, MEASURED_SIDE, "h200").microseconds - backToBack(kernel, MEASURED_SIDE, "h200").microseconds;
}

/** The first document's table of transposes: what the simulator counts of each, and its speed on an H200. */
export function transposesCompared(): DataTable<ComparedTranspose> {
  return {
    label: "Transposes compared",
    measuredIn: ["restrict-h200.csv"],
    wide: true,
    caption: `A matrix of ${MEASURED_SIDE} × ${MEASURED_SIDE} floats, ${count(MEASURED_SIDE ** 2)} of them. The pins carry ${count(h200.dramGBps)} GB/s. Single launches: of the padded tile's ${rounded(kernelTime("tile_pad1_restrict", MEASURED_SIDE, "h200").microseconds)} µs, about ${rounded(launchMicroseconds("tile_pad1_restrict"))} are the launch.`,
    rows: [
      // The simulator runs transposes: the copy's sectors are those that the H200 counted.
      {
        name: "copy",
        kernel: "copy_restrict",
        read: sectorsPerRequest("copy_restrict", MEASURED_SIDE, "load", "h200"),
        write: sectorsPerRequest("copy_restrict", MEASURED_SIDE, "store", "h200"),
      },
      simulatedTranspose("naive, strided writes", "strided_write_restrict", "naive"),
      simulatedTranspose("naive, strided reads", "strided_read_restrict", "mirrored"),
      simulatedTranspose("tile", "tile_restrict", "tiled"),
      simulatedTranspose("tile, padded", "tile_pad1_restrict", "padded"),
    ],
    columns: [
      { head: "Kernel", cell: ({ name }) => name },
      {
        group: "Sectors per request",
        columns: [
          { head: "reads", cell: ({ read }) => decimal(read) },
          { head: "writes", cell: ({ write }) => decimal(write) },
        ],
      },
      {
        group: "Wavefronts",
        columns: [{ head: "to take a column", cell: ({ wavefronts }) => (wavefronts === undefined ? "" : decimal(wavefronts)) }],
      },
      {
        group: "Measured, H200",
        columns: [
          { head: "GB/s", cell: ({ kernel }) => rounded(usefulGBps(kernel, MEASURED_SIDE, "h200")) },
          { head: "of the DRAM pins", cell: ({ kernel }) => percent(usefulGBps(kernel, MEASURED_SIDE, "h200") / h200.dramGBps) },
          {
            head: "against naive",
            cell: ({ kernel }) =>
              multiple(usefulGBps(kernel, MEASURED_SIDE, "h200") / usefulGBps("strided_write_restrict", MEASURED_SIDE, "h200")),
          },
        ],
      },
    ],
  };
}

/** Bytes that a kernel moved, counted in matrices. */
function matrices(kernel: string, metric: Metric): string {
  const bytesPerCount = metric.endsWith("Sectors") ? SECTOR_BYTES : 1;
  return decimal((kernelCounter(kernel, MEASURED_SIDE, metric, "h200") * bytesPerCount) / matrixBytes);
}

/** What transposes move at each level of memory, in matrices: where caches make up for a strided side, and where they do not. */
export const transposeTraffic = dataTable({
  label: "Traffic of transposes",
  measuredIn: ["restrict-h200.csv"],
  wide: true,
  caption: `${MEASURED_SIDE} × ${MEASURED_SIDE} floats on an H200. Traffic is counted in matrices: 1 stands for ${bytes(matrixBytes)}.`,
  rows: [
    { name: "copy", kernel: "copy_restrict" },
    { name: "strided stores", kernel: "strided_write_restrict" },
    { name: "strided loads", kernel: "strided_read_restrict" },
    { name: "padded tile", kernel: "tile_pad1_restrict" },
  ],
  columns: [
    { head: "Kernel", cell: ({ name }) => name },
    {
      group: "Asked of L1",
      columns: [
        { head: "loaded", cell: ({ kernel }) => matrices(kernel, "loadSectors") },
        { head: "found there", cell: ({ kernel }) => percent(loadHitRate(kernel, MEASURED_SIDE, "h200")) },
        { head: "stored", cell: ({ kernel }) => matrices(kernel, "storeSectors") },
      ],
    },
    {
      group: "Passed on to L2",
      columns: [
        { head: "read", cell: ({ kernel }) => matrices(kernel, "l2ReadSectors") },
        { head: "written", cell: ({ kernel }) => matrices(kernel, "l2WriteSectors") },
      ],
    },
    {
      group: "DRAM",
      columns: [
        { head: "read", cell: ({ kernel }) => matrices(kernel, "dramReadBytes") },
        { head: "written", cell: ({ kernel }) => matrices(kernel, "dramWriteBytes") },
      ],
    },
    { group: "Clock", columns: [{ head: "GB/s", cell: ({ kernel }) => rounded(usefulGBps(kernel, MEASURED_SIDE, "h200")) }] },
  ],
});

interface NamedKernel {
  readonly name: string;
  readonly kernel: string;
}

/** The second document's benchmark, run: copies and transposes of two sizes of matrix on an H200. */
export const transposeBenchmark = dataTable<NamedKernel>({
  label: "Copies and transposes",
  measuredIn: ["restrict-h200.csv"],
  wide: true,
  caption: "Square matrices of floats on an H200, one read and one write of each element. All but the copy transpose.",
  rows: [
    { name: "copy", kernel: "copy_restrict" },
    { name: "strided reads", kernel: "strided_read_restrict" },
    { name: "strided writes", kernel: "strided_write_restrict" },
    { name: "tile", kernel: "tile_restrict" },
    { name: "padded tile", kernel: "tile_pad1_restrict" },
    { name: "swizzled tile", kernel: "swizzle_restrict" },
  ],
  columns: [
    { head: "Kernel", cell: ({ name }) => name },
    ...[4096, 8192].map((side) => ({
      group: `${side} × ${side}`,
      columns: [
        { head: "ms", cell: ({ kernel }: NamedKernel) => decimal(kernelTime(kernel, side, "h200").microseconds / 1000) },
        { head: "GB/s", cell: ({ kernel }: NamedKernel) => rounded(usefulGBps(kernel, side, "h200")) },
        {
          head: "against the copy",
          cell: ({ kernel }: NamedKernel) =>
            multiple(kernelTime(kernel, side, "h200").microseconds / kernelTime("copy_restrict", side, "h200").microseconds),
        },
      ],
    })),
  ],
});

/** The conflict degree of a warp that reads a column of a tile. */
function columnDegree(pitchWords: number): number {
  return sharedCost(
    sharedLoad((row) => row * pitchWords * WORD_BYTES),
    h100,
  ).conflictDegree;
}

/** The fifth document's third exercise, done: four measures of three transposes. */
export const transposeMeasures = dataTable({
  label: "Four measures of three transposes",
  measuredIn: ["whole-kernels-h100.csv", "whole-kernels-h200.csv"],
  wide: true,
  caption: `${MEASURED_SIDE} × ${MEASURED_SIDE} floats. Degree: simulator; efficiency: an H200's profiler; conflicts and time: H100.`,
  rows: [
    { name: "naive", kernel: "tr_naive", degree: "no tile" },
    { name: "tile, rows of 32 words", kernel: "tr_tile", degree: columnDegree(32) },
    { name: "tile, rows of 33 words", kernel: "tr_tile_pad1", degree: columnDegree(33) },
  ],
  columns: [
    { head: "transpose", cell: ({ name }) => name },
    { head: "load efficiency", cell: ({ kernel }) => percent(profiledEfficiency(kernel, MEASURED_SIDE, "load")) },
    { head: "store efficiency", cell: ({ kernel }) => percent(profiledEfficiency(kernel, MEASURED_SIDE, "store")) },
    { head: "degree of a column", cell: ({ degree }) => degree },
    {
      head: "conflicts counted",
      cell: ({ kernel }) =>
        count(kernelCounter(kernel, MEASURED_SIDE, "sharedLoadConflicts") + kernelCounter(kernel, MEASURED_SIDE, "sharedStoreConflicts")),
    },
    { head: "time", cell: ({ kernel }) => `${decimal(kernelTime(kernel, MEASURED_SIDE).microseconds)} µs` },
  ],
});

/**
 * Bank conflicts per request to a tile, as an H100 counted them. Requests to shared memory were not counted; with 4 bytes per lane they
 * are the wavefronts without the conflicts.
 */
function conflictsPerRequest(kernel: string, op: MemoryOp): string {
  const direction = op === "load" ? "sharedLoad" : "sharedStore";
  const conflicts = kernelCounter(kernel, MEASURED_SIDE, `${direction}Conflicts`);
  const wavefronts = kernelCounter(kernel, MEASURED_SIDE, `${direction}Wavefronts`);
  return decimal(conflicts / (wavefronts - conflicts));
}

/** Kernels by their two symptoms, as an H100 counted them: sectors per request in global memory, bank conflicts in shared memory. */
export const twoSymptoms = dataTable({
  label: "Symptoms of kernels",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption: `What Nsight Compute counted on an H100, ${MEASURED_SIDE} × ${MEASURED_SIDE} floats. Four sectors and no conflict are the ideal of every column.`,
  rows: [
    { name: "copy", kernel: "mcopy", hasTile: false },
    { name: "strided stores", kernel: "tr_naive", hasTile: false },
    { name: "strided loads", kernel: "tr_naive_wr", hasTile: false },
    { name: "tile, not padded", kernel: "tr_tile", hasTile: true },
    { name: "padded tile", kernel: "tr_tile_pad1", hasTile: true },
  ],
  columns: [
    { head: "Kernel", cell: ({ name }) => name },
    {
      group: "Global: sectors per request",
      columns: [
        { head: "loads", cell: ({ kernel }) => decimal(sectorsPerRequest(kernel, MEASURED_SIDE, "load")) },
        { head: "stores", cell: ({ kernel }) => decimal(sectorsPerRequest(kernel, MEASURED_SIDE, "store")) },
      ],
    },
    {
      group: "Shared: conflicts per request",
      columns: [
        { head: "loads", cell: ({ kernel, hasTile }) => (hasTile ? conflictsPerRequest(kernel, "load") : "–") },
        { head: "stores", cell: ({ kernel, hasTile }) => (hasTile ? conflictsPerRequest(kernel, "store") : "–") },
      ],
    },
  ],
});

/** PyTorch's copy of a square matrix, its copy of the transpose, and the transposed view, on an H100. */
export const torchCopies = dataTable({
  label: "PyTorch's copies",
  measuredIn: ["torch-transpose-h100.csv"],
  wide: true,
  caption: "PyTorch on an H100, float32. Copies are timed on the device; the view, which launches nothing, on the host.",
  rows: [512, 1024, 2048, 4096, 8192].map((side) => ({
    side,
    copy: kernelTime("torch_clone", side),
    transposed: kernelTime("torch_transpose_copy", side),
    view: kernelTime("torch_transpose_view", side),
  })),
  columns: [
    { head: "Matrix", cell: ({ side }) => `${side} × ${side}` },
    {
      group: "Copy",
      columns: [
        { head: "µs", cell: ({ copy }) => decimal(copy.microseconds) },
        { head: "GB/s", cell: ({ copy }) => rounded(copy.usefulGBps) },
      ],
    },
    {
      group: "Copy of the transpose",
      columns: [
        { head: "µs", cell: ({ transposed }) => decimal(transposed.microseconds) },
        { head: "GB/s", cell: ({ transposed }) => rounded(transposed.usefulGBps) },
        { head: "against the copy", cell: ({ copy, transposed }) => multiple(transposed.microseconds / copy.microseconds) },
      ],
    },
    { group: "View, t()", columns: [{ head: "µs", cell: ({ view }) => decimal(view.microseconds) }] },
  ],
});
