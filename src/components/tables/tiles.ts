import { BANK_COUNT, WARP_SIZE, WORD_BYTES, globalCost, h100, h200 } from "#simulator";
import { tileRequest, outcomeOf, type Access } from "#figures/bank-playground/access.ts";
import { paddingOverhead, tileWords, wordsPerElement, type ElementBytes, type Tile } from "#figures/bank-playground/tile.ts";
import { bytes, count, decimal, percent } from "#pictures/format.ts";
import { kernelCost, TILE_SIDES, requestOf, type TileSide } from "#figures/tiling-reuse/product.ts";
import { attainableGflops, flopRate, rooflineOf, scaled, tileSideAtRidge } from "#figures/tiling-reuse/roofline.ts";
import { dataTable, type DataTable } from "../data-table.ts";
import { kernelTime, probeRun, usefulGBps } from "../measurements.ts";
import { multiple, rounded } from "../quantity-text.ts";

const TILE_SIDE = 32;
const FLOAT_BYTES = 4;
const BYTES_PER_KIB = 1024;

const SMALL_SIDE = 4;
const placeIn = (row: number, column: number) => row * SMALL_SIDE + column;

/** A transpose through a tile of 4 × 4 for the lanes of its first row: where each one's elements are before the barrier and after it. */
export const tileOfFour = dataTable({
  label: "A tile of 4 × 4, lane by lane",
  caption: `A matrix of ${SMALL_SIDE} × ${SMALL_SIDE} holds the numbers 0 to ${SMALL_SIDE ** 2 - 1}, row after row. Its first row of threads, before and after the barrier.`,
  rows: [0, 1, 2, 3],
  columns: [
    { head: "Lane", cell: (lane) => lane },
    {
      group: "Before the barrier",
      columns: [
        { head: "loads", cell: (lane) => `in[${placeIn(0, lane)}]` },
        { head: "puts it in", cell: (lane) => `tile[0][${lane}]` },
      ],
    },
    {
      group: "After it",
      columns: [
        { head: "takes", cell: (lane) => `tile[${lane}][0]` },
        { head: "finds", cell: (lane) => placeIn(lane, 0) },
        { head: "stores it in", cell: (lane) => `out[${placeIn(0, lane)}]` },
      ],
    },
  ],
});

/** Where the rows of a tile of 32 columns begin, bare and with one word of padding. */
export const rowStarts = dataTable({
  label: "Where rows begin",
  caption: "The first word of a row, which is also where column 0 meets it.",
  rows: [0, 1, 2, 5, 31],
  columns: [
    { head: "Row", cell: (row) => row },
    ...[TILE_SIDE, TILE_SIDE + 1].map((pitchWords) => ({
      group: `Pitch ${pitchWords} words`,
      columns: [
        { head: "byte", cell: (row: number) => count(row * pitchWords * WORD_BYTES) },
        { head: "bank", cell: (row: number) => (row * pitchWords) % BANK_COUNT },
      ],
    })),
  ],
});

const storeOfRow: Access = { kind: "row", op: "store", row: 0, column: 0, strideElements: 1 };
const loadOfColumn: Access = { ...storeOfRow, kind: "column", op: "load" };

/** The bank conflicts of an access, or that hardware refuses it. */
function conflicts(tile: Tile, access: Access): string {
  const outcome = outcomeOf(tileRequest(tile, access));
  return outcome.kind === "refused" ? "refused" : count(outcome.explanation.bankConflicts);
}

/** What a row and a column of a tile cost for several pitches, in words: 32 rows of 32 words, one element per lane. */
export function tilePitches(pitches: readonly number[], bytesPerElement: ElementBytes = 4): DataTable<Tile> {
  const isWide = bytesPerElement > WORD_BYTES;
  return {
    label: "Pitches of a tile",
    caption: `32 rows of 32 words, ${bytesPerElement} bytes per lane.`,
    rows: pitches.map((pitchWords) => ({ rows: TILE_SIDE, pitchWords, swizzle: "off", bytesPerElement })),
    columns: [
      { head: "Pitch, words", cell: ({ pitchWords }) => pitchWords },
      ...(isWide ? [{ head: "in elements", cell: (tile: Tile) => tile.pitchWords / wordsPerElement(tile) }] : []),
      {
        group: "Conflicts",
        columns: [
          { head: "store a row", cell: (tile) => conflicts(tile, storeOfRow) },
          { head: "load a column", cell: (tile) => conflicts(tile, loadOfColumn) },
        ],
      },
      {
        group: "Space",
        columns: [
          { head: "bytes", cell: (tile) => bytes(tileWords(tile) * WORD_BYTES) },
          { head: "padding", cell: (tile) => percent(paddingOverhead(tile)) },
        ],
      },
    ],
  };
}

const MATRIX_SIDE = 4096;
const tileMicroseconds = (kernel: string, rows: number) => kernelTime(`tile_rows_${kernel}_${MATRIX_SIDE}`, rows).microseconds;
const copySpeed = (side: number, rowsPerThread: number) => usefulGBps(`tile_rows_copy_${side}`, rowsPerThread);
const transposeSpeed = (side: number, rowsPerThread: number) => usefulGBps(`tile_rows_transpose_${side}`, rowsPerThread);

/** How many rows of a 32 × 32 tile a thread should move: a plain copy and a padded transpose, on an H100. */
export const rowsPerThread = dataTable({
  label: "Rows per thread",
  measuredIn: ["tile-rows-h100.csv"],
  wide: true,
  caption: "The same tile with fewer and fewer threads. Useful GB/s on an H100, and the transpose's as a multiple of the copy's.",
  rows: [1, 2, 4, 8, 16],
  columns: [
    { head: "Rows per thread", cell: (rows) => rows },
    { head: "threads per block", cell: (rows) => count(TILE_SIDE ** 2 / rows) },
    ...[4096, 16384].map((side) => ({
      group: `${side} × ${side}`,
      columns: [
        { head: "copy", cell: (rows: number) => rounded(copySpeed(side, rows)) },
        { head: "transpose", cell: (rows: number) => rounded(transposeSpeed(side, rows)) },
        { head: "ratio", cell: (rows: number) => multiple(transposeSpeed(side, rows) / copySpeed(side, rows)) },
      ],
    })),
  ],
});

/** A 32 × 32 tile with one row per thread and with several: what a full SM can have under way, and the time on an H100, with the loads of a thread under way together or one after the other. */
export const tileMappings = dataTable({
  label: "Mappings of a tile",
  measuredIn: ["tile-rows-h100.csv"],
  wide: true,
  caption: `Tiles of 32 × 32 floats, ${MATRIX_SIDE} × ${MATRIX_SIDE} in all, on an H100: microseconds of a padded transpose and of a copy. “Under way” are the bytes that the ${count(h100.threadsPerSm)} threads of a full SM can have asked for at once, at most, if the loads of a thread go together.`,
  rows: [1, 2, 4, 8],
  columns: [
    { head: "Elements per thread", cell: (loads) => loads },
    { head: "threads per block", cell: (loads) => count(TILE_SIDE ** 2 / loads) },
    { head: "under way", cell: (loads) => `${count((h100.threadsPerSm * loads * FLOAT_BYTES) / BYTES_PER_KIB)} KiB` },
    {
      group: "Transpose",
      columns: [
        { head: "loads together", cell: (loads) => rounded(tileMicroseconds("transpose", loads)) },
        { head: "one by one", cell: (loads) => rounded(tileMicroseconds("transpose_one_by_one", loads)) },
      ],
    },
    {
      group: "Copy",
      columns: [
        { head: "loads together", cell: (loads) => rounded(tileMicroseconds("copy_loads_first", loads)) },
        { head: "load, store, load, …", cell: (loads) => rounded(tileMicroseconds("copy", loads)) },
      ],
    },
  ],
});

/** A matrix product on an H100 with one thread for each element of C. */
export interface TiledProduct {
  /** 1: no tiles. */
  readonly tileSide: TileSide;
  /** How often threads load each element of A, and each of B, on average. */
  readonly readsPerElement: number;
  /** Operations per byte moved. */
  readonly intensity: number;
  /** What the roofline allows at that intensity. */
  readonly gflops: number;
}

export const roofline = rooflineOf(h100);
/** The smallest tile side whose loads alone reach the ridge. */
export const ridgeTileSide = tileSideAtRidge(roofline);

/** The product of two matrices of `n` rows and columns, with tiles of this side. */
export function tiledProduct(tileSide: TileSide, n = 1024): TiledProduct {
  const { readsPerElement, intensity } = kernelCost({ tileSide, n });
  return { tileSide, readsPerElement, intensity, gflops: attainableGflops(roofline, intensity) };
}

/** A matrix product with one thread for each element of C: what each tile side needs, and what it saves. */
export function productTiles(n: number): DataTable<TiledProduct> {
  const sectorsOf = (matrix: "a" | "b", tileSide: TileSide) => count(globalCost(requestOf(matrix, { tileSide, n }, 0), h100).sectors);
  return {
    label: "Tiles of a product",
    wide: true,
    caption: `A product of ${n} × ${n} matrices, one thread for each element of C. Bytes are counted as if no cache caught a repeat; the last column is what the DRAM of an H100 allows.`,
    rows: TILE_SIDES.map((tileSide) => tiledProduct(tileSide, n)),
    columns: [
      { head: "Tile", cell: ({ tileSide }) => (tileSide === 1 ? "none" : `${tileSide} × ${tileSide}`) },
      {
        group: "A block",
        columns: [
          { head: "threads", cell: ({ tileSide }) => (tileSide === 1 ? "any" : count(tileSide ** 2)) },
          { head: "warps", cell: ({ tileSide }) => (tileSide === 1 ? "any" : count(tileSide ** 2 / WARP_SIZE)) },
          { head: "shared memory", cell: ({ tileSide }) => bytes(tileSide === 1 ? 0 : 2 * tileSide ** 2 * WORD_BYTES) },
        ],
      },
      {
        group: "Sectors per request",
        columns: [
          { head: "A", cell: ({ tileSide }) => sectorsOf("a", tileSide) },
          { head: "B", cell: ({ tileSide }) => sectorsOf("b", tileSide) },
        ],
      },
      {
        group: "The whole product",
        columns: [
          { head: "loads of each element", cell: ({ readsPerElement }) => count(readsPerElement) },
          { head: "FLOP per byte", cell: ({ intensity }) => decimal(intensity) },
          { head: "allowed", cell: ({ gflops }) => flopRate(gflops) },
        ],
      },
    ],
  };
}

const PRODUCTS = [
  { name: "no tiles", probe: "product_naive" },
  { name: "tiles of 32 × 32", probe: "product_tiled" },
  { name: "4 × 4 sums per thread", probe: "product_register_tile" },
] as const;

/** A product of two matrices as an H200 ran it, without tiles and with tiles in shared memory and in registers. */
export function measuredProducts(n: 1024 | 4096): DataTable<(typeof PRODUCTS)[number]> {
  const { peakGflops } = rooflineOf(h200);
  const gflops = (probe: string) => (2 * n ** 3) / probeRun(probe, n).microseconds / 1e3;
  return {
    label: "Measured products",
    measuredIn: ["memory-system-h200.csv"],
    caption: `A product of ${count(n)} × ${count(n)} matrices of floats on an H200 with cold caches, where A and B are ${scaled(2 * WORD_BYTES * n ** 2, "B")} together.`,
    rows: PRODUCTS,
    columns: [
      { head: "Kernel", cell: ({ name }) => name },
      { head: "DRAM reads", cell: ({ probe }) => scaled(probeRun(probe, n).dramReadBytes, "B") },
      { head: "µs", cell: ({ probe }) => rounded(probeRun(probe, n).microseconds) },
      { head: "reached", cell: ({ probe }) => flopRate(gflops(probe)) },
      { head: "of the peak", cell: ({ probe }) => percent(gflops(probe) / peakGflops) },
    ],
  };
}
