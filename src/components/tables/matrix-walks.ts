import { counters, timings } from "virtual:hardware";
import { CACHE_LINE_BYTES, SECTOR_BYTES, globalCost, h100, type GlobalCost } from "#simulator";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import {
  measuredAt,
  measuredWalks,
  BYTES_PER_LANE,
  TOGETHERS,
  loadOf,
  type MeasuredWalk,
  type Side,
  type Together,
  type Work,
} from "#figures/column-walk/walk.ts";
import { dataTable, type DataTable } from "../data-table.ts";
import { dramReadRatio, sectorsPerRequest, usefulGBps } from "../measurements.ts";
import { rounded } from "../quantity-text.ts";

const FLOATS_PER_VECTOR = 4;
const FLOAT_BYTES = 4;

/** A row-major matrix of floats. */
export interface Matrix {
  readonly rows: number;
  readonly width: number;
}

/** Where a float4 begins. */
export interface Place {
  readonly row: number;
  /** In floats. */
  readonly column: number;
}

/** A way to number the float4 of a matrix: returns the place of number `vector`. */
export type Walk = (vector: number, matrix: Matrix) => Place;

/** Along the rows. */
export const alongRows: Walk = (vector, { width }) => ({
  row: Math.floor((FLOATS_PER_VECTOR * vector) / width),
  column: (FLOATS_PER_VECTOR * vector) % width,
});

/** Down the columns as the third document writes it: the index counts floats, and the rows are taken modulo the width. */
export const asWritten: Walk = (vector, { width }) => ({
  row: (FLOATS_PER_VECTOR * vector) % width,
  column: FLOATS_PER_VECTOR * Math.floor((FLOATS_PER_VECTOR * vector) / width),
});

/** Down the columns: the index counts vectors, and the rows are taken modulo the number of rows. */
export const downColumns: Walk = (vector, { rows }) => ({
  row: vector % rows,
  column: FLOATS_PER_VECTOR * Math.floor(vector / rows),
});

/** How often the float4 of a matrix are visited by a walk of as many steps as there are float4. */
export interface Visits {
  readonly once: number;
  readonly moreOften: number;
  readonly never: number;
  /** Visits beyond the matrix's end. */
  readonly outside: number;
}

export function visitsOf(walk: Walk, matrix: Matrix): Visits {
  const vectors = (matrix.rows * matrix.width) / FLOATS_PER_VECTOR;
  const visits = new Uint32Array(vectors);
  let outside = 0;
  for (let vector = 0; vector < vectors; vector++) {
    const { row, column } = walk(vector, matrix);
    const at = (row * matrix.width + column) / FLOATS_PER_VECTOR;
    if (at < vectors) visits[at]!++;
    else outside++;
  }
  const never = visits.reduce((sum, times) => sum + (times === 0 ? 1 : 0), 0);
  const once = visits.reduce((sum, times) => sum + (times === 1 ? 1 : 0), 0);
  return { once, never, moreOften: vectors - never - once, outside };
}

const walks = { alongRows, asWritten, downColumns };
const firstThreadsCaptions: Readonly<Record<keyof typeof walks, string>> = {
  alongRows: "The first threads of the walk along the rows.",
  asWritten: "The first threads of the walk down the columns, by the article's formula.",
  downColumns: "The first threads of the walk down the columns, repaired.",
};

/** Where a thread of a float4 walk loads, and how many bytes that is from where the thread before it does. */
interface ThreadLoad extends Place {
  readonly thread: number;
  readonly byteAddress: number;
  /** Undefined for thread 0. */
  readonly stepBytes: number | undefined;
}

/** Where the first threads of a float4 walk load in a matrix of 4,096 × 4,096 floats. */
export function firstThreads(name: keyof typeof walks): DataTable<ThreadLoad> {
  const matrix = { rows: 4096, width: 4096 };
  const byteAddressOf = (thread: number) => {
    const { row, column } = walks[name](thread, matrix);
    return (row * matrix.width + column) * FLOAT_BYTES;
  };
  return {
    label: "First threads",
    caption: firstThreadsCaptions[name],
    rows: [0, 1, 2, 3].map((thread) => ({
      thread,
      ...walks[name](thread, matrix),
      byteAddress: byteAddressOf(thread),
      stepBytes: thread > 0 ? byteAddressOf(thread) - byteAddressOf(thread - 1) : undefined,
    })),
    columns: [
      { head: "Thread", cell: ({ thread }) => thread },
      { head: "row", cell: ({ row }) => count(row) },
      { head: "columns", cell: ({ column }) => `${count(column)}–${count(column + FLOATS_PER_VECTOR - 1)}` },
      { head: "from byte", cell: ({ byteAddress }) => count(byteAddress) },
      { head: "from the thread before", cell: ({ stepBytes }) => (stepBytes === undefined ? "" : bytes(stepBytes)) },
      { head: "sector", cell: ({ byteAddress }) => count(Math.floor(byteAddress / SECTOR_BYTES)) },
    ],
  };
}

/** How often two ways to walk down the columns visit the float4 of a matrix, square and not. */
export function walkVisits(): DataTable<{ readonly matrix: Matrix; readonly name: string; readonly visits: Visits }> {
  const matrices = [
    { rows: 4096, width: 4096 },
    { rows: 2048, width: 4096 },
    { rows: 4096, width: 2048 },
  ];
  return {
    label: "Visits of two walks",
    caption: "Float4 visited by the two walks, in matrices of three shapes: every index was computed.",
    rows: matrices.flatMap((matrix) => [
      { matrix, name: "as written", visits: visitsOf(asWritten, matrix) },
      { matrix, name: "repaired", visits: visitsOf(downColumns, matrix) },
    ]),
    columns: [
      { head: "Rows × width", cell: ({ matrix }) => `${count(matrix.rows)} × ${count(matrix.width)}` },
      { head: "walk", cell: ({ name }) => name },
      { head: "once", cell: ({ visits }) => count(visits.once) },
      { head: "more often", cell: ({ visits }) => count(visits.moreOften) },
      { head: "never", cell: ({ visits }) => count(visits.never) },
      { head: "outside", cell: ({ visits }) => count(visits.outside) },
    ],
  };
}

/** Of the three matrices that SAXPY moves, two are read. */
const SAXPY_READ_SHARE = 2 / 3;

const saxpyAlongRows = { kernel: "saxpy_coalesced", name: "along rows" };
const saxpyDownColumns = { kernel: "saxpy_strided", name: "down columns" };

interface SaxpyRun {
  readonly kernel: string;
  readonly name: string;
  /** Rows and columns of each matrix. */
  readonly side: number;
}

/** Bytes that an H100's DRAM read for each byte that SAXPY down the columns must read. */
export function saxpyReadsDownColumns(side: number): number {
  return dramReadRatio(saxpyDownColumns.kernel, side, SAXPY_READ_SHARE);
}

/** The float4 SAXPY as counted and timed on an H100, along the rows and, where asked, down the columns too. */
export function saxpyTable(shown: "along rows" | "both walks"): DataTable<SaxpyRun> {
  const kernels = shown === "both walks" ? [saxpyAlongRows, saxpyDownColumns] : [saxpyAlongRows];
  return {
    label: "SAXPY, counted and timed",
    measuredIn: ["whole-kernels-h100.csv"],
    caption: "Float4 SAXPY on an H100: what Nsight Compute counted, and the clock without it.",
    rows: [4096, 16384].flatMap((side) => kernels.map((kernel) => ({ ...kernel, side }))),
    columns: [
      {
        group: "",
        columns: [
          { head: "Matrix", cell: ({ side }) => `${count(side)}²` },
          { head: "walk", cell: ({ name }) => name },
        ],
      },
      {
        group: "Sectors per request",
        columns: [
          { head: "loads", cell: ({ kernel, side }) => decimal(sectorsPerRequest(kernel, side, "load")) },
          { head: "stores", cell: ({ kernel, side }) => decimal(sectorsPerRequest(kernel, side, "store")) },
        ],
      },
      {
        group: "DRAM reads",
        columns: [{ head: "per byte wanted", cell: ({ kernel, side }) => decimal(dramReadRatio(kernel, side, SAXPY_READ_SHARE)) }],
      },
      {
        group: "Useful",
        columns: [
          { head: "GB/s", cell: ({ kernel, side }) => rounded(usefulGBps(kernel, side)) },
          { head: "of the pins", cell: ({ kernel, side }) => percent(usefulGBps(kernel, side) / h100.dramGBps) },
        ],
      },
    ],
  };
}

/** A float4 walk down the columns, or along whole rows: a warp's load by the simulator, and the whole kernel as an H100 ran it. */
export interface WalkRun {
  readonly together: Together | "row";
  readonly cost: GlobalCost;
  readonly measured: MeasuredWalk;
  /** Useful bandwidth over that of the walk along whole rows. */
  readonly share: number;
}

const LARGE_SIDE: Side = 16384;

/** The walk with `together` lanes side by side in a row; "row": whole rows. */
export function walkRun(together: Together | "row", side: Side = LARGE_SIDE, work: Work = "read"): WalkRun {
  const runs = measuredWalks(timings, counters.h100);
  const measured = measuredAt(runs, work, side, together);
  return {
    together,
    cost: globalCost(loadOf({ together: together === "row" ? 32 : together, side, work }), h100),
    measured,
    share: measured.usefulGBps / measuredAt(runs, work, side, "row").usefulGBps,
  };
}

/** The fewest lanes together with which a walk over the large matrix has a property. */
export function fewestTogether(property: (run: WalkRun) => boolean): Together {
  const together = TOGETHERS.find((together) => property(walkRun(together)));
  if (together === undefined) throw new RangeError("no walk has the property");
  return together;
}

/** A walk down the columns by the lanes that stay together: what one load costs, what DRAM read and carried, and what was of use. */
export const walksByLanesTogether = dataTable({
  label: "Walks by lanes together",
  measuredIn: ["column-walk-h100.csv"],
  wide: true,
  caption: `Reading ${count(LARGE_SIDE)} × ${count(LARGE_SIDE)} floats down the columns. A rule marks where a piece becomes a whole line.`,
  rows: [
    ...TOGETHERS.map((together) => ({ name: `${together}`, pieceBytes: together * BYTES_PER_LANE, ...walkRun(together) })),
    { name: "whole rows", pieceBytes: LARGE_SIDE * FLOAT_BYTES, ...walkRun("row") },
  ],
  rowClass: ({ pieceBytes }) => (pieceBytes === CACHE_LINE_BYTES ? "whole-line" : undefined),
  columns: [
    {
      group: "",
      columns: [
        { head: "Lanes together", cell: ({ name }) => name },
        { head: "a piece", cell: ({ pieceBytes }) => bytes(pieceBytes) },
      ],
    },
    {
      group: "One load, simulated",
      columns: [
        { head: "sectors", cell: ({ cost }) => count(cost.sectors) },
        { head: "lines", cell: ({ cost }) => count(cost.cacheLines) },
      ],
    },
    {
      group: "The whole kernel, H100",
      columns: [
        { head: "DRAM bytes per byte wanted", cell: ({ measured }) => decimal(measured.dramReadRatio) },
        { head: "DRAM carries, GB/s", cell: ({ measured }) => rounded(measured.dramGBps) },
        { head: "useful, GB/s", cell: ({ measured }) => rounded(measured.usefulGBps) },
      ],
    },
  ],
});
