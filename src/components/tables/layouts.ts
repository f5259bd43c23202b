import { SECTOR_BYTES, type AccessWidth, type GlobalCost } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import { costOf, walk, type Layout } from "#figures/layout-strips/walk.ts";
import { dataTable } from "../data-table.ts";
import { backToBack, kernelCounter, kernelTime, type Metric } from "../measurements.ts";
import { rounded } from "../quantity-text.ts";
import { loadCost, totalOf } from "./requests.ts";

const FLOAT_BYTES = 4;

/** A particle update in one layout: the first document's numbers, the simulator's counts, the name of the kernel that was measured. */
interface ParticleLayout {
  readonly layout: Layout;
  readonly kernel: string;
  /** What the document prints for an A100 and a million particles: its numbers, not measured by this course. */
  readonly printed: { readonly microseconds: number; readonly usefulGBps: number; readonly transactions: string };
  /** Sectors and lines of one request of a load. */
  readonly sectors: number;
  readonly cacheLines: number;
}

/** Particles of the two sizes that were timed, as the measurements name them: one fits into L2, the other into no cache. */
const MILLION = 1048576;
const MILLIONS = 33554432;

/** Floats of a particle, and how many of them the update reads and writes back: it moves positions by velocities. */
const FIELDS = { all: 8, read: 6, written: 3 };
const WARP_WIDE_CHUNK = 32;

const printed = {
  AoS: { microseconds: 145, usefulGBps: 235, transactions: "8" },
  SoA: { microseconds: 19.2, usefulGBps: 1780, transactions: "1" },
  AoSoA: { microseconds: 24.5, usefulGBps: 1390, transactions: "1 to 2" },
};

const particleLayouts: readonly ParticleLayout[] = (["AoS", "SoA", "AoSoA"] as const).map((layout) => {
  const { sectors, cacheLines, requests } = costOf(walk({ layout, fields: FIELDS.all, chunkRecords: WARP_WIDE_CHUNK }, FIELDS.read));
  return { layout, kernel: layout.toLowerCase(), printed: printed[layout], sectors: sectors / requests, cacheLines: cacheLines / requests };
});

/** The first document's table of three layouts, with what a warp's loads touch and what an H100 took, in L2 and out of it. */
export const particleUpdates = dataTable({
  label: "A particle update in three layouts",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption:
    "One particle update, three layouts: six of eight floats read, three written. One million: launches back to back, since a lone one takes a few µs more; 33.6 million: single launches.",
  rows: particleLayouts,
  columns: [
    { head: "layout", cell: ({ layout }) => layout },
    {
      group: "As the document prints it, A100",
      columns: [
        { head: "µs", cell: ({ printed }) => decimal(printed.microseconds) },
        { head: "GB/s", cell: ({ printed }) => count(printed.usefulGBps) },
        { head: "transactions", cell: ({ printed }) => printed.transactions },
      ],
    },
    {
      group: "A load, simulated",
      columns: [
        { head: "lines", cell: ({ cacheLines }) => decimal(cacheLines) },
        { head: "sectors", cell: ({ sectors }) => decimal(sectors) },
      ],
    },
    ...[
      { group: "H100, 1 million, in L2", timing: (kernel: string) => backToBack(kernel, MILLION) },
      { group: "H100, 33.6 million", timing: (kernel: string) => kernelTime(kernel, MILLIONS) },
    ].map(({ group, timing }) => ({
      group,
      columns: [
        { head: "µs", cell: ({ kernel }: ParticleLayout) => decimal(timing(kernel).microseconds) },
        { head: "GB/s", cell: ({ kernel }: ParticleLayout) => rounded(timing(kernel).usefulGBps) },
      ],
    })),
  ],
});

/** A counter of a whole update on an H100, per particle. */
function perParticle(kernel: string, metric: Metric): string {
  const particles = kernelTime(kernel, MILLIONS).usefulBytes / ((FIELDS.read + FIELDS.written) * FLOAT_BYTES);
  return decimal(kernelCounter(kernel, MILLIONS, metric) / particles);
}

/** What the particle update moves on its way from lanes to DRAM, for each particle, as Nsight Compute counted it on an H100. */
export const particleTraffic = dataTable({
  label: "Traffic of a particle in three layouts",
  measuredIn: ["whole-kernels-h100.csv"],
  caption: "For each of 33.6 million particles, counted on an H100.",
  rows: particleLayouts,
  columns: [
    { head: "layout", cell: ({ layout }) => layout },
    {
      group: "Loads, sectors",
      columns: [
        { head: "asked of L1", cell: ({ kernel }) => perParticle(kernel, "loadSectors") },
        { head: "from L2", cell: ({ kernel }) => perParticle(kernel, "l2ReadSectors") },
      ],
    },
    {
      group: "Stores, sectors",
      columns: [
        { head: "from lanes", cell: ({ kernel }) => perParticle(kernel, "storeSectors") },
        { head: "into L2", cell: ({ kernel }) => perParticle(kernel, "l2WriteSectors") },
      ],
    },
    {
      group: "DRAM, bytes",
      columns: [
        { head: "read", cell: ({ kernel }) => perParticle(kernel, "dramReadBytes") },
        { head: "written", cell: ({ kernel }) => perParticle(kernel, "dramWriteBytes") },
      ],
    },
  ],
});

const RECORDS = 1000;
const FIELDS_PER_RECORD = 4;
const FLOAT4_BYTES: AccessWidth = 16;
const fields = [0, 1, 2, 3];

const aosField = (field: number) => loadCost(FIELDS_PER_RECORD, FLOAT_BYTES, field);
const soaField = (field: number) => loadCost(1, FLOAT_BYTES, field * RECORDS);
const readsOfRecords: readonly { readonly name: string; readonly costs: readonly GlobalCost[] }[] = [
  { name: "AoS, x", costs: [aosField(0)] },
  { name: "SoA, x", costs: [soaField(0)] },
  { name: "AoS, all four, a float at a time", costs: fields.map(aosField) },
  { name: "AoS, all four as one float4", costs: [loadCost(1, FLOAT4_BYTES)] },
  { name: "SoA, all four", costs: fields.map(soaField) },
];

/** One warp reads one field or all four of 1,000 records of four floats, record after record and field after field. */
export const fourFields = dataTable({
  label: "Four fields in two layouts",
  wide: true,
  caption: `The first warp of ${count(RECORDS)} records of four floats. Each request is counted as if nothing were cached.`,
  rows: readsOfRecords,
  columns: [
    { head: "Layout and fields read", cell: ({ name }) => name },
    { head: "wanted", cell: ({ costs }) => bytes(totalOf(costs, "usefulBytes")) },
    { head: "requests", cell: ({ costs }) => count(totalOf(costs, "requests")) },
    { head: "sectors", cell: ({ costs }) => count(totalOf(costs, "sectors")) },
    { head: "lines", cell: ({ costs }) => count(totalOf(costs, "cacheLines")) },
    { head: "efficiency", cell: ({ costs }) => percent(totalOf(costs, "usefulBytes") / (totalOf(costs, "sectors") * SECTOR_BYTES)) },
  ],
});
