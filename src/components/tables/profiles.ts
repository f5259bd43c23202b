import { SECTOR_BYTES, h100 } from "#simulator";
import { count, decimal, percent } from "#pictures/format.ts";
import { efficiency } from "#pictures/readings.ts";
import { kernelCost } from "#figures/tiling-reuse/product.ts";
import { dataTable } from "../data-table.ts";
import {
  dramGBps,
  dramReadRatio,
  kernelCounter,
  kernelTime,
  loadHitRate,
  profiledEfficiency,
  sectorsPerRequest,
  usefulGBps,
} from "../measurements.ts";
import { rounded } from "../quantity-text.ts";
import { loadCost } from "./requests.ts";

/** Elements that each gather and each scatter was timed over, and particles of each update. */
const ELEMENTS = 33554432;
const PARTICLES = 33554432;

/** A measured launch. */
interface Launch {
  readonly kernel: string;
  readonly param: number;
}

interface DiagnosedKernel extends Launch {
  readonly name: string;
  /** The share of the bytes that the kernel must move that it reads, 0 to 1. */
  readonly readShare: number;
}

const COPY_READ_SHARE = 1 / 2;
// The update reads position and velocity, six floats, and writes the position.
const UPDATE_READ_SHARE = 6 / 9;
const diagnosedKernels: readonly DiagnosedKernel[] = [
  { name: "copy of floats", kernel: "copy_float", param: 4, readShare: COPY_READ_SHARE },
  { name: "copy of float4", kernel: "copy_float4", param: 16, readShare: COPY_READ_SHARE },
  { name: "copy, stride 2", kernel: "copy_stride", param: 2, readShare: COPY_READ_SHARE },
  { name: "copy, stride 32", kernel: "copy_stride", param: 32, readShare: COPY_READ_SHARE },
  { name: "AoS, x of eight fields", kernel: "aos_x", param: PARTICLES, readShare: COPY_READ_SHARE },
  { name: "AoS, six of eight fields", kernel: "aos", param: PARTICLES, readShare: UPDATE_READ_SHARE },
  { name: "SoA, the same six", kernel: "soa", param: PARTICLES, readShare: UPDATE_READ_SHARE },
];

function dramWriteRatio({ kernel, param, readShare }: DiagnosedKernel): number {
  return kernelCounter(kernel, param, "dramWriteBytes") / (kernelTime(kernel, param).usefulBytes * (1 - readShare));
}

/** Three symptoms of uncoalesced loads, as a profiler counted them of kernels whose loads are known, and the clock. */
export const diagnoses = dataTable({
  label: "Symptoms of kernels",
  measuredIn: ["whole-kernels-h100.csv", "whole-kernels-h200.csv"],
  wide: true,
  caption:
    "The loads of seven kernels, by Nsight Compute on an H100 (efficiency: on an H200), what DRAM moved for each useful byte, and the speed on an H100. Writes below ×1 were still in L2 when the kernel ended.",
  rows: diagnosedKernels,
  columns: [
    { head: "Kernel", cell: ({ name }) => name },
    { head: "sectors per request", cell: ({ kernel, param }) => decimal(sectorsPerRequest(kernel, param, "load")) },
    { head: "load efficiency", cell: ({ kernel, param }) => percent(profiledEfficiency(kernel, param, "load")) },
    { head: "DRAM reads", cell: ({ kernel, param, readShare }) => `×${decimal(dramReadRatio(kernel, param, readShare))}` },
    { head: "DRAM writes", cell: (row) => `×${decimal(dramWriteRatio(row))}` },
    { head: "useful GB/s", cell: ({ kernel, param }) => rounded(usefulGBps(kernel, param)) },
  ],
});

const indexOrders = [
  { name: "in order", indices: "identity" },
  { name: "shuffled within each warp", indices: "shuffled_in_warp" },
  { name: "random", indices: "random" },
  { name: "random, then sorted", indices: "sorted_random" },
];

/** Whole gathers and scatters with the same kinds of indices, as an H200 counted and timed them. */
export const gathersAndScatters = dataTable({
  label: "Gathers and scatters",
  measuredIn: ["whole-kernels-h200.csv"],
  wide: true,
  caption: "The same indices, as an H200 counted and timed them. Half of a gather’s loads read the indices themselves.",
  rows: indexOrders.map(({ name, indices }) => ({ name, gather: `gather_${indices}`, scatter: `scatter_${indices}` })),
  columns: [
    { head: "Indices", cell: ({ name }) => name },
    {
      group: "Gather",
      columns: [
        { head: "sectors per load", cell: ({ gather }) => decimal(sectorsPerRequest(gather, ELEMENTS, "load", "h200")) },
        { head: "GB/s", cell: ({ gather }) => rounded(usefulGBps(gather, ELEMENTS, "h200")) },
      ],
    },
    {
      group: "Scatter",
      columns: [
        { head: "sectors per store", cell: ({ scatter }) => decimal(sectorsPerRequest(scatter, ELEMENTS, "store", "h200")) },
        { head: "GB/s", cell: ({ scatter }) => rounded(usefulGBps(scatter, ELEMENTS, "h200")) },
      ],
    },
  ],
});

/** A target of the fifth document: a share in a profiler's report, 0 to 1, that should be above it. */
interface Target {
  readonly name: string;
  readonly above: number;
  share(launch: Launch): number;
}

const targets: readonly Target[] = [
  { name: "load efficiency", above: 0.8, share: ({ kernel, param }) => profiledEfficiency(kernel, param, "load") },
  { name: "store efficiency", above: 0.8, share: ({ kernel, param }) => profiledEfficiency(kernel, param, "store") },
  { name: "L1 hit rate", above: 0.7, share: ({ kernel, param }) => loadHitRate(kernel, param) },
  { name: "DRAM throughput", above: 0.7, share: ({ kernel, param }) => dramGBps(kernel, param) / h100.dramGBps },
];

/** Kernels that are known to be good or bad. */
const judgedKernels = [
  { name: "copy, float4 per lane", kernel: "copy_float4", param: 16 },
  { name: "copy that reads every 16th float", kernel: "copy_stride", param: 16 },
  { name: "copy that writes every 32nd float", kernel: "write_stride", param: 32 },
  { name: "update of an array of structs", kernel: "aos", param: PARTICLES },
  { name: "column sum, one thread per column", kernel: "column_sum", param: 16384 },
  { name: "row sum, one thread per row", kernel: "row_sum", param: 16384 },
];

/** How many of the four targets a launch meets. */
export function targetsMet(kernel: string, param: number): number {
  return targets.filter(({ share, above }) => share({ kernel, param }) > above).length;
}

/** The fifth document's four targets, checked on kernels that are known to be good or bad. */
export const fourTargets = dataTable({
  label: "Four targets for six kernels",
  measuredIn: ["whole-kernels-h100.csv", "whole-kernels-h200.csv"],
  wide: true,
  caption:
    "Six kernels and four targets; a tick where a target is met. Efficiencies are those of an H200's profiler, the rest is from an H100.",
  rows: judgedKernels,
  columns: [
    { head: "kernel", below: "target", cell: ({ name }) => name },
    ...targets.map(({ name, above, share }) => ({
      head: name,
      below: `above ${percent(above)}`,
      cell: (launch: Launch) => [share(launch) > above ? { met: percent(share(launch)) } : { soft: percent(share(launch)) }],
    })),
    { head: "useful GB/s", below: "–", cell: ({ kernel, param }) => rounded(usefulGBps(kernel, param)) },
  ],
});

const BYTES_PER_MIB = 1024 ** 2;
const REPORTED_BYTES = 4 * BYTES_PER_MIB;
const REPORTED_STRIDE = 4;

const reportedCost = loadCost(REPORTED_STRIDE);
const reportedRequests = REPORTED_BYTES / reportedCost.usefulBytes;
const mebibytes = (value: number) => `${decimal(value / BYTES_PER_MIB)}\u00a0MiB`;

/** The fifth document's example of a profiler's report, and what a load of every fourth float counts for the same 4 MiB. */
export const profilerReport = dataTable({
  label: "A profiler's report, counted again",
  measuredIn: ["whole-kernels-h100.csv"],
  caption:
    "A report as the document prints it, and loads of every fourth float, 4 MiB of them, as the simulator counts them. Throughput: useful bytes of such a copy on an H100.",
  rows: [
    { name: "bytes requested", printed: "4 MB", counted: mebibytes(reportedRequests * reportedCost.usefulBytes) },
    { name: "bytes loaded", printed: "16 MB", counted: mebibytes(reportedRequests * reportedCost.sectors * SECTOR_BYTES) },
    { name: "efficiency", printed: "25.0%", counted: percent(efficiency(reportedCost)) },
    { name: "load transactions", printed: "1024", counted: "–" },
    { name: "requests", printed: "–", counted: count(reportedRequests) },
    { name: "sectors", printed: "–", counted: count(reportedRequests * reportedCost.sectors) },
    { name: "cache lines", printed: "–", counted: count(reportedRequests * reportedCost.cacheLines) },
    { name: "throughput, GB/s", printed: "450", counted: rounded(usefulGBps("copy_stride_4M", REPORTED_STRIDE)) },
  ],
  columns: [
    { head: "", cell: ({ name }) => name },
    { head: "the report says", cell: ({ printed }) => printed },
    { head: `stride ${REPORTED_STRIDE} counts`, cell: ({ counted }) => counted },
  ],
});

/** What a remedy does to each counter: the counter after it over the counter before. */
interface Remedy {
  readonly remedy: string;
  readonly kernels: string;
  readonly requests: number;
  readonly sectors: number;
  /** Wavefronts in shared memory; undefined where there were none before. */
  readonly wavefronts?: number | undefined;
  /** Undefined where the remedy was not timed. */
  readonly speed?: number;
}

const globalRequests = ({ kernel, param }: Launch) =>
  kernelCounter(kernel, param, "loadRequests") + kernelCounter(kernel, param, "storeRequests");
const globalSectors = ({ kernel, param }: Launch) =>
  kernelCounter(kernel, param, "loadSectors") + kernelCounter(kernel, param, "storeSectors");
const sharedWavefronts = ({ kernel, param }: Launch) =>
  kernelCounter(kernel, param, "sharedLoadWavefronts") + kernelCounter(kernel, param, "sharedStoreWavefronts");

function measuredRemedy(remedy: string, kernels: string, before: Launch, after: Launch): Remedy {
  return {
    remedy,
    kernels,
    requests: globalRequests(after) / globalRequests(before),
    sectors: globalSectors(after) / globalSectors(before),
    wavefronts: sharedWavefronts(before) > 0 ? sharedWavefronts(after) / sharedWavefronts(before) : undefined,
    speed: usefulGBps(after.kernel, after.param) / usefulGBps(before.kernel, before.param),
  };
}

const PRODUCT_SIDE = 1024;

/** The product of two matrices with tiles of 32 × 32 against the product without tiles, by the simulator. */
function tiledProductRemedy(): Remedy {
  const untiled = kernelCost({ n: PRODUCT_SIDE, tileSide: 1 });
  const tiled = kernelCost({ n: PRODUCT_SIDE, tileSide: 32 });
  return {
    remedy: "tiles, for reuse",
    kernels: `product of ${PRODUCT_SIDE}², simulated`,
    requests: tiled.requests / untiled.requests,
    sectors: tiled.movedBytes / untiled.movedBytes,
  };
}

/** A factor as what happens to a counter: "÷ 8", "same", "× 2". */
function change(factor: number | undefined): string {
  if (factor === undefined) return "–";
  if (decimal(factor) === "1") return "same";
  return factor < 1 ? `÷ ${decimal(1 / factor)}` : `× ${decimal(factor)}`;
}

function changeColumn(head: string, factorOf: (remedy: Remedy) => number | undefined) {
  return {
    head,
    cell: (remedy: Remedy) => change(factorOf(remedy)),
    cellClass: (remedy: Remedy) => (["same", "–"].includes(change(factorOf(remedy))) ? "soft" : undefined),
  };
}

/** What each remedy does to each counter, loads and stores together, and to the speed. */
export const remedies = dataTable<Remedy>({
  label: "Remedies and counters",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption: "What each remedy does to each counter, loads and stores together, and to the speed. Counted and timed on an H100.",
  rows: [
    measuredRemedy(
      "arrays for records",
      "particles, eight fields",
      { kernel: "aos", param: PARTICLES },
      { kernel: "soa", param: PARTICLES },
    ),
    measuredRemedy("a tile between", "transpose", { kernel: "tr_naive", param: 4096 }, { kernel: "tr_tile", param: 4096 }),
    measuredRemedy("padding", "the tile of that transpose", { kernel: "tr_tile", param: 4096 }, { kernel: "tr_tile_pad1", param: 4096 }),
    measuredRemedy("vectors", "copy, float4 for float", { kernel: "copy_float", param: 4 }, { kernel: "copy_float4_samebytes", param: 16 }),
    tiledProductRemedy(),
  ],
  columns: [
    { head: "Remedy", cell: ({ remedy }) => remedy },
    { head: "tried on", align: "start", cell: ({ kernels }) => kernels, cellClass: () => "soft" },
    changeColumn("requests", ({ requests }) => requests),
    changeColumn("sectors", ({ sectors }) => sectors),
    changeColumn("wavefronts, shared", ({ wavefronts }) => wavefronts),
    changeColumn("GB/s", ({ speed }) => speed),
  ],
});
