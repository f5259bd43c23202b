import {
  ACCESS_WIDTHS,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  b200,
  globalCost,
  h100,
  type AccessWidth,
  type GlobalCost,
} from "#simulator";
import { bytes, count, pluralize, decimal } from "#pictures/format.ts";
import { patternRequest } from "#pictures/pattern.ts";
import { types, faultOf } from "#figures/vector-widths/copy.ts";
import { dataTable } from "../data-table.ts";
import { kernelCounter, kernelTime, sectorsPerRequest, usefulGBps } from "../measurements.ts";
import { multiple, rounded } from "../quantity-text.ts";
import { loadCost } from "./requests.ts";

interface DataType {
  readonly type: string;
  readonly bytesPerElement: AccessWidth;
  /** Useful GB/s of copies that read at strides 1 and 2. */
  readonly inOrder: number;
  readonly everySecond: number;
}

const dataTypes: readonly DataType[] = [
  { type: "char", bytesPerElement: 1, inOrder: usefulGBps("copy_char", 1), everySecond: usefulGBps("stride2_char", 1) },
  { type: "half", bytesPerElement: 2, inOrder: usefulGBps("copy_half", 2), everySecond: usefulGBps("stride2_half", 2) },
  { type: "float", bytesPerElement: 4, inOrder: usefulGBps("copy_stride", 1), everySecond: usefulGBps("copy_stride", 2) },
  { type: "double, float2", bytesPerElement: 8, inOrder: usefulGBps("copy_float2", 8), everySecond: usefulGBps("stride2_double", 8) },
  { type: "float4", bytesPerElement: 16, inOrder: usefulGBps("copy_float4", 16), everySecond: usefulGBps("stride2_float4", 16) },
];

/** The first document's table of data types at strides 1 and 2, with sectors beside lines, and copies that an H100 ran. */
export const dataTypeStrides = dataTable({
  label: "Data types and strides",
  measuredIn: ["whole-kernels-h100.csv"],
  wide: true,
  caption:
    "A warp loads one element per lane, from the start of a line. The clock is for a copy whose writes are in order, of as many elements of each type: one of wider elements moves more bytes.",
  rows: dataTypes,
  columns: [
    { head: "Type", cell: ({ type }) => type },
    { head: "bytes", cell: ({ bytesPerElement }) => bytesPerElement },
    { head: "in a line", cell: ({ bytesPerElement }) => count(CACHE_LINE_BYTES / bytesPerElement) },
    ...([1, 2] as const).map((stride) => ({
      group: `Stride ${stride}`,
      columns: [
        { head: "lines", cell: ({ bytesPerElement }: DataType) => count(loadCost(stride, bytesPerElement).cacheLines) },
        { head: "sectors", cell: ({ bytesPerElement }: DataType) => count(loadCost(stride, bytesPerElement).sectors) },
        { head: "GB/s", cell: ({ inOrder, everySecond }: DataType) => rounded(stride === 1 ? inOrder : everySecond) },
      ],
    })),
    { head: "slower", cell: ({ inOrder, everySecond }) => multiple(inOrder / everySecond) },
  ],
});

const loadedTypes: readonly { readonly type: string; readonly bytesPerElement: AccessWidth }[] = [
  { type: "float32", bytesPerElement: 4 },
  { type: "float64", bytesPerElement: 8 },
  { type: "float16", bytesPerElement: 2 },
];

/** The second document's table of data types: the bytes of a coalesced load, in lines as it counts them, and in what hardware counts. */
export const typeLines = dataTable({
  label: "Lines and sectors by type",
  wide: true,
  caption: `${WARP_SIZE} lanes load neighbouring elements.`,
  rows: loadedTypes.map(({ type, bytesPerElement }) => ({ type, bytesPerElement, cost: loadCost(1, bytesPerElement) })),
  columns: [
    { head: "Type", cell: ({ type }) => type },
    { head: "bytes per lane", cell: ({ bytesPerElement }) => bytesPerElement },
    { head: "asked for", cell: ({ cost }) => bytes(cost.usefulBytes) },
    { head: "lines filled", cell: ({ cost }) => decimal(cost.usefulBytes / CACHE_LINE_BYTES) },
    { head: "lines looked up", cell: ({ cost }) => count(cost.cacheLines) },
    { head: "sectors moved", cell: ({ cost }) => count(cost.sectors) },
    { head: "bytes moved", cell: ({ cost }) => bytes(cost.sectors * SECTOR_BYTES) },
  ],
});

/** Sectors of a full warp's request by the width of a lane and its distance to the next: what a profiler's ratio can mean. */
export const sectorsByWidth = dataTable({
  label: "Sectors per request",
  wide: true,
  caption: "Sectors per request of a full warp. The same ratio means a perfect access in one row and a wasteful one in another.",
  rows: ACCESS_WIDTHS.filter((bytesPerLane) => bytesPerLane <= h100.widestAccessBytes),
  columns: [
    { head: "Each lane moves", cell: (bytesPerLane) => pluralize(bytesPerLane, "byte") },
    { head: "all lanes one value", cell: (bytesPerLane) => count(loadCost(0, bytesPerLane).sectors) },
    { head: "side by side", cell: (bytesPerLane) => count(loadCost(1, bytesPerLane).sectors) },
    { head: "every second one", cell: (bytesPerLane) => count(loadCost(2, bytesPerLane).sectors) },
    { head: "a line apart", cell: (bytesPerLane) => count(loadCost(CACHE_LINE_BYTES / bytesPerLane, bytesPerLane).sectors) },
  ],
});

const BYTES_PER_MB = 1e6;

/** Copies with narrow and with wide lanes, as an H200 counted and timed them: what the width changes, and what it does not. */
export const vectorCopies = dataTable({
  label: "Copies of four widths",
  measuredIn: ["whole-kernels-h200.csv"],
  wide: true,
  caption: "Whole copies on an H200: loads by Nsight Compute, speed by the clock. The first two move the same bytes.",
  rows: [
    { name: "float", kernel: "copy_float", param: 4 },
    { name: "float4, the same bytes", kernel: "copy_float4_samebytes", param: 16 },
    { name: "float2", kernel: "copy_float2", param: 8 },
    { name: "float4", kernel: "copy_float4", param: 16 },
  ],
  columns: [
    { head: "Each lane moves", cell: ({ name }) => name },
    { head: "MB in all", cell: ({ kernel, param }) => rounded(kernelTime(kernel, param, "h200").usefulBytes / BYTES_PER_MB) },
    { head: "load requests", cell: ({ kernel, param }) => count(kernelCounter(kernel, param, "loadRequests", "h200")) },
    { head: "sectors loaded", cell: ({ kernel, param }) => count(kernelCounter(kernel, param, "loadSectors", "h200")) },
    { head: "sectors per request", cell: ({ kernel, param }) => decimal(sectorsPerRequest(kernel, param, "load", "h200")) },
    { head: "GB/s", cell: ({ kernel, param }) => rounded(usefulGBps(kernel, param, "h200")) },
  ],
});

const ROW_HALVES = 11008;
const HALF_BYTES = 2;

interface RowLoad {
  readonly bytesPerLane: AccessWidth;
  readonly cost: GlobalCost;
  /** Of the whole row. */
  readonly requests: number;
  /** The measured copy with lanes of the same width. */
  readonly kernel: string;
}

function rowLoad(bytesPerLane: AccessWidth, kernel: string): RowLoad {
  const cost = loadCost(1, bytesPerLane);
  return { bytesPerLane, cost, requests: (ROW_HALVES * HALF_BYTES) / cost.usefulBytes, kernel };
}

/** The gates of a row, 2 bytes each, loaded with 1, 2, 4 and 8 of them per lane: the sectors stay, the requests get fewer. */
export const gatedRowLoads = dataTable({
  label: "Loads of a row by the width of a lane",
  measuredIn: ["whole-kernels-h100.csv"],
  caption: `${count(ROW_HALVES)} gates of 2 bytes, loaded once. Speed: a plain copy with lanes of the same width, on an H100.`,
  rows: [rowLoad(2, "copy_half"), rowLoad(4, "copy_float"), rowLoad(8, "copy_float2"), rowLoad(16, "copy_float4")],
  columns: [
    { head: "halves per lane", cell: ({ bytesPerLane }) => bytesPerLane / HALF_BYTES },
    { head: "requests", cell: ({ requests }) => decimal(requests) },
    { head: "bytes per request", cell: ({ cost }) => bytes(cost.usefulBytes) },
    { head: "sectors per request", cell: ({ cost }) => cost.sectors },
    { head: "sectors", cell: ({ requests, cost }) => count(requests * cost.sectors) },
    { head: "GB/s", cell: ({ kernel, bytesPerLane }) => rounded(usefulGBps(kernel, bytesPerLane)) },
  ],
});

const FLOAT_BYTES = 4;

interface MovedPointer {
  readonly code: string;
  /** Where it points. */
  readonly byteAddress: number;
}

/** What a full warp's load of neighbours costs on a B200, from a byte address on; undefined where it is a fault. */
function costFrom(byteAddress: number, bytesPerElement: AccessWidth): GlobalCost | undefined {
  const request = patternRequest({ op: "load", strideElements: 1, offsetElements: byteAddress / bytesPerElement, bytesPerElement });
  return faultOf(request, b200) ? undefined : globalCost(request, b200);
}

/** A full warp loads through a pointer that was moved on by some floats: the sectors of each width of lane, or a fault. */
export const movedPointers = dataTable<MovedPointer>({
  label: "Moved pointers",
  wide: true,
  caption: "Sectors per request through a float pointer that was moved on, of an array that starts a line. The last column is a B200's.",
  rows: [0, 1, 2, 4, 8].map((floats) => ({ code: floats === 0 ? "ptr" : `ptr + ${floats}`, byteAddress: floats * FLOAT_BYTES })),
  columns: [
    { head: "Pointer", cell: ({ code }) => [{ code }] },
    { head: "first byte", cell: ({ byteAddress }) => count(byteAddress) },
    ...([4, 8, 16, 32] as const).map((width) => ({
      head: `${types[width]}, ${bytes(width)}`,
      cell: ({ byteAddress }: MovedPointer) => {
        const cost = costFrom(byteAddress, width);
        if (cost === undefined) return "fault";
        return cost.sectors > cost.idealSectors
          ? [`${count(cost.sectors)} `, { soft: `ideal ${count(cost.idealSectors)}` }]
          : count(cost.sectors);
      },
      cellClass: ({ byteAddress }: MovedPointer) => (costFrom(byteAddress, width) ? undefined : "fault"),
    })),
  ],
});
