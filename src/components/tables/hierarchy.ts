import { CACHE_LINE_BYTES, SECTOR_BYTES, devices, globalCost, h100, type Device, type GlobalCost } from "#simulator";
import { bytes, count, decimal } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { scatteredRequest } from "#figures/warp-to-memory/model.ts";
import { dataTable } from "../data-table.ts";
import { loadCost } from "./requests.ts";

const KIB_PER_MIB = 1024;

/** Bytes that DRAM can deliver to each SM per clock, at the bandwidth of its pins. */
const bytesPerClock = ({ dramGBps, smCount, boostClockMHz }: Device) => (dramGBps * 1000) / (smCount * boostClockMHz);
/** L1 and shared memory of all SMs together, in MiB. */
const l1MiB = ({ l1KiBPerSm, smCount }: Device) => (l1KiBPerSm * smCount) / KIB_PER_MIB;

/** The memories between a warp and DRAM on each of the course's GPUs, the slowest DRAM first. */
export const memoryHierarchy = dataTable({
  label: "Memory hierarchy of five GPUs",
  wide: true,
  caption:
    "What a request passes on its way down. L1 and shared memory are one memory, divided as the kernel asks; the last column divides the pins' bandwidth by SMs and clock.",
  rows: Object.values(devices).sort((a, b) => a.dramGBps - b.dramGBps),
  columns: [
    { head: "GPU", cell: ({ name, architecture }) => [`${name.replace("NVIDIA ", "")} `, { soft: architecture }] },
    {
      group: "L1 and shared",
      columns: [
        { head: "KiB per SM", cell: ({ l1KiBPerSm }) => count(l1KiBPerSm) },
        { head: "MiB, all SMs", cell: (device) => decimal(l1MiB(device)) },
      ],
    },
    { group: "L2", columns: [{ head: "MiB", cell: ({ l2MiB }) => count(l2MiB) }] },
    {
      group: "DRAM",
      columns: [
        { head: "GB/s, pins", cell: ({ dramGBps }) => count(dramGBps) },
        { head: "bytes per clock per SM", cell: (device) => decimal(bytesPerClock(device)) },
      ],
    },
  ],
});

/** A size in which memory is handled, and how many such blocks a request touches when nothing is cached yet. */
interface Block {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  touched(cost: GlobalCost): number;
}

const sector: Block = { name: "sector", size: SECTOR_BYTES, touched: (cost: GlobalCost) => cost.sectors };
const fetched: Block = {
  name: "fetch granularity",
  size: h100.fetchGranularityBytes,
  touched: (cost: GlobalCost) => cost.dramReadBytes / h100.fetchGranularityBytes,
};
const cacheLine: Block = { name: "cache line", size: CACHE_LINE_BYTES, touched: (cost: GlobalCost) => cost.cacheLines };

const neighbours = loadCost(1);
const aLineApart = globalCost(scatteredRequest(), h100);

/** The three sizes of block, what each is the unit of, and how many of each two requests of 32 floats touch. */
export const blockSizes = dataTable({
  label: "Three sizes of block",
  caption: "What each size of block is used for, and how many such blocks a warp's 32 floats touch.",
  rows: [
    { ...sector, what: "moves between L1 and L2" },
    { ...fetched, what: "L2 reads from DRAM" },
    { ...cacheLine, what: "is looked up in L1, by its tag" },
  ],
  columns: [
    { head: "Block", cell: ({ name }) => name },
    { head: "bytes", cell: ({ size }) => count(size) },
    { head: "what happens to it", align: "start", cell: ({ what }) => what },
    { head: "neighbours", cell: ({ touched }) => count(touched(neighbours)) },
    { head: "a line apart", cell: ({ touched }) => count(touched(aLineApart)) },
  ],
});

const FLOAT_BYTES = 4;
const offsets = [0, 96, 100].map((offsetBytes) => ({ offsetBytes, cost: loadCost(1, FLOAT_BYTES, offsetBytes / FLOAT_BYTES) }));
const oneFloat = globalCost(
  { ...patternRequest({ op: "load", strideElements: 1, offsetElements: 0, bytesPerElement: FLOAT_BYTES }), activeMask: 1 },
  h100,
);

/** Line, sector and fetch granularity: what each is for, and how many of them requests touch that start at several bytes. */
export const blocksByOffset = dataTable({
  label: "Three sizes of block",
  wide: true,
  caption: "Three sizes of block, and how many of each a request touches when nothing is cached yet.",
  rows: [
    { ...cacheLine, use: "what a tag names: looked up" },
    { ...sector, use: "what moves between caches" },
    { ...fetched, use: "what L2 reads from DRAM" },
  ],
  columns: [
    { head: "Block", cell: ({ name }) => name },
    { head: "size", cell: ({ size }) => bytes(size) },
    { head: "a lone float", cell: ({ touched }) => count(touched(oneFloat)) },
    {
      group: "32 floats in a row, from byte",
      columns: offsets.map(({ offsetBytes, cost }) => ({ head: count(offsetBytes), cell: ({ touched }: Block) => count(touched(cost)) })),
    },
    { head: "its use", align: "start", cell: ({ use }) => use },
  ],
});
