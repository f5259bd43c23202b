import { SECTOR_BYTES, WARP_SIZE, type FetchGranularity } from "#simulator";
import { bytes, count, decimal } from "#pictures/format.ts";
import { dataTable, type ColumnGroup } from "../data-table.ts";
import { kernelTime, probeRun, type ProbeRun } from "../measurements.ts";
import { rounded } from "../quantity-text.ts";

/** What L2 can be set to fetch at a time, in bytes. */
export const GRANULARITIES: readonly FetchGranularity[] = [32, 64, 128];
/** The distances from lane to lane that were measured, in bytes. */
export const DISTANCES = [16, 32, 64, 128, 256] as const;

/** 2²⁵ lanes that read 16 bytes each, once, at a fixed distance from lane to lane. */
export function distantRead(distanceBytes: number, granularity: FetchGranularity): ProbeRun {
  return probeRun("read_16_bytes_apart", distanceBytes, granularity);
}

interface DistantReads {
  readonly distance: number;
  /** One for each granularity. */
  readonly runs: readonly ProbeRun[];
}

/** 16 bytes per lane at a growing distance, with each fetch granularity that L2 can be set to. */
export const readsByGranularity = dataTable({
  label: "Reads at a distance, by fetch granularity",
  measuredIn: ["memory-system-h200.csv"],
  wide: true,
  caption: `${count(distantRead(16, 64).usefulBytes / 16)} lanes that read 16 bytes each, once, on an H200: bytes that DRAM read per byte wanted, and microseconds.`,
  rows: DISTANCES.map((distance): DistantReads => ({
    distance,
    runs: GRANULARITIES.map((granularity) => distantRead(distance, granularity)),
  })),
  columns: [
    { head: "Distance", cell: ({ distance }) => bytes(distance) },
    ...GRANULARITIES.map((granularity, i): ColumnGroup<DistantReads> => ({
      group: `L2 fetches ${bytes(granularity)}`,
      columns: [
        { head: "DRAM", cell: ({ runs }) => `${decimal(runs[i]!.dramReadBytes / runs[i]!.usefulBytes)}×` },
        { head: "µs", cell: ({ runs }) => count(Math.round(runs[i]!.microseconds)) },
      ],
    })),
  ],
});

const PARTS = [
  { name: "read one matrix", probe: "walk_read" },
  { name: "read two", probe: "walk_read_two" },
  { name: "write one", probe: "walk_write" },
  { name: "read and write one", probe: "walk_scale" },
  { name: "SAXPY: read two, write one", probe: "walk_saxpy" },
] as const;

/** How many times as long as along whole rows a part of SAXPY takes with so many lanes together. */
export function walkSlowdown(probe: (typeof PARTS)[number]["probe"], together: number): number {
  return probeRun(`${probe}_4096`, together).microseconds / probeRun(`${probe}_4096`, 1024).microseconds;
}

/** The column walk taken apart: how many times as long as along whole rows each part takes. */
export const walkParts = dataTable({
  label: "The walk in parts",
  measuredIn: ["memory-system-h200.csv"],
  wide: true,
  caption: "A matrix of 4,096 × 4,096 floats on an H200: time over the time along whole rows, and bytes that DRAM moves per byte wanted.",
  rows: PARTS,
  columns: [
    { head: "Kernel", rowHead: true, cell: ({ name }) => name },
    ...[1, 2, 4, 8].map((together) => ({
      head: together === 1 ? "1 lane" : `${together} lanes`,
      cell: ({ probe }: (typeof PARTS)[number]) => `${decimal(walkSlowdown(probe, together))}×`,
    })),
    {
      group: "DRAM, 1 lane",
      columns: [
        { head: "reads", cell: ({ probe }) => decimal(perByte(probe, "dramReadBytes")) },
        { head: "writes", cell: ({ probe }) => decimal(perByte(probe, "dramWriteBytes")) },
      ],
    },
  ],
});

function perByte(probe: string, moved: "dramReadBytes" | "dramWriteBytes"): number {
  const run = probeRun(`${probe}_4096`, 1);
  return Math.round((100 * run[moved]) / run.usefulBytes) / 100;
}

const MEBI = 2 ** 20;
const PIECES = [32, 64, 128, 512] as const;
const WINDOWS = [2 ** 11, 2 ** 15, 2 ** 19, 2 ** 23, 2 ** 25, 2 ** 27, 2 ** 30];

/** A GiB that is read once, in pieces whose order is shuffled within windows: only the order differs. */
export const piecesByWindow = dataTable({
  label: "Pieces out of order",
  measuredIn: ["memory-system-h200.csv"],
  wide: true,
  caption:
    "1 GiB read once on an H200, in pieces whose order has no pattern within windows of the given size: microseconds. L2 fetches 32 bytes.",
  rows: WINDOWS,
  columns: [
    { head: "Window", cell: (window) => (window < MEBI ? `${count(window / 2 ** 10)} KiB` : `${count(window / MEBI)} MiB`) },
    ...PIECES.map((piece) => ({
      head: `pieces of ${bytes(piece)}`,
      cell: (window: number) => count(Math.round(probeRun(`read_pieces_of_${piece}`, window, 32).microseconds)),
    })),
  ],
});

const WARPS_MEASURED: readonly number[] = [4, 8, 16, 24, 32, 48, 64];

/** A read whose warps are all resident; each of their threads has so many loads of so many bytes under way at once. */
interface ReadInFlight {
  readonly type: "float" | "float4";
  readonly bytesPerLane: number;
  readonly loads: 1 | 4;
}

/** How fast such a read is when the loads under way on an SM ask for so many bytes together, in GB/s; undefined where it was not measured. */
export function readInFlightGBps({ type, bytesPerLane, loads }: ReadInFlight, bytesPerSm: number): number | undefined {
  const warps = bytesPerSm / (WARP_SIZE * bytesPerLane * loads);
  return WARPS_MEASURED.includes(warps) ? kernelTime(`read_${type}_x${loads}`, warps, "h200").usefulGBps : undefined;
}

const FLOATS = { type: "float", bytesPerLane: 4 } as const;
const VECTORS = { type: "float4", bytesPerLane: 16 } as const;

/** Reads of single floats and of float4, with as many bytes under way. */
export const bytesUnderWay = dataTable({
  label: "Bytes under way",
  measuredIn: ["memory-system-h200.csv"],
  caption:
    "1 GiB read once on an H200 by warps that are all resident: useful GB/s, by the bytes that an SM's loads have under way. In each row, float makes four times the requests of float4.",
  rows: [2, 4, 8, 16, 32],
  columns: [
    { head: "Under way", cell: (kibibytes) => `${kibibytes} KiB` },
    ...([1, 4] as const).map((loads) => ({
      group: loads === 1 ? "One load per thread" : "Four loads per thread",
      columns: [FLOATS, VECTORS].map((lane) => ({
        head: lane.type,
        cell: (kibibytes: number) => {
          const speed = readInFlightGBps({ ...lane, loads }, kibibytes * 2 ** 10);
          return speed === undefined ? "–" : rounded(speed);
        },
      })),
    })),
  ],
});

/** Stores in one sector each: of a float, so that the rest of the sector is read first, or of the whole sector. */
export type StoreProbe = "write_4_bytes_apart" | "write_32_bytes_apart";

/** How many times as long a run of stores takes as another: what the distance costs, or the fill. */
export function storeSlowdown(slow: readonly [StoreProbe, number], fast: readonly [StoreProbe, number]): number {
  return probeRun(...slow).microseconds / probeRun(...fast).microseconds;
}

const STORES: readonly { readonly head: string; readonly probe: StoreProbe }[] = [
  { head: "One float per sector", probe: "write_4_bytes_apart" },
  { head: "Whole sectors", probe: "write_32_bytes_apart" },
];

/** Stores in the same number of sectors, nearer or farther apart, with and without fills. */
export const distantStores = dataTable({
  label: "Stores at a distance, with and without fills",
  measuredIn: ["memory-system-h200.csv"],
  wide: true,
  caption: `Stores in ${count(probeRun("write_32_bytes_apart", 32).usefulBytes / SECTOR_BYTES)} sectors on an H200: bytes per sector that DRAM reads and writes, and microseconds.`,
  rows: DISTANCES.filter((distance) => distance >= SECTOR_BYTES),
  columns: [
    { head: "Distance", cell: (distance) => bytes(distance) },
    ...STORES.map(({ head, probe }): ColumnGroup<(typeof DISTANCES)[number]> => ({
      group: head,
      columns: [
        { head: "DRAM reads", cell: (distance) => bytes(perSector(probe, distance, "dramReadBytes")) },
        { head: "writes", cell: (distance) => bytes(perSector(probe, distance, "dramWriteBytes")) },
        { head: "µs", cell: (distance) => count(Math.round(probeRun(probe, distance).microseconds)) },
      ],
    })),
  ],
});

function perSector(probe: StoreProbe, distance: number, moved: "dramReadBytes" | "dramWriteBytes"): number {
  return Math.round(probeRun(probe, distance)[moved] / (probeRun("write_32_bytes_apart", distance).usefulBytes / SECTOR_BYTES));
}
