import {
  FULL_MASK,
  WARP_SIZE,
  copyCost,
  globalCost,
  h100,
  matrixCost,
  sharedCost,
  swizzledAddress,
  type MatrixRequest,
  type MemoryOp,
} from "#simulator";
import { count } from "#pictures/format.ts";
import { kernelCounter } from "../measurements.ts";
import { dataTable, type DataTable } from "../data-table.ts";

/** What the simulator counts of one way to write it. */
interface Counted {
  readonly way: string;
  readonly wavefronts: number | undefined;
  readonly conflicts: number | undefined;
  readonly sectors?: number;
}

const lanes = (byteAddressOf: (lane: number) => number, number: number = WARP_SIZE): number[] =>
  Array.from({ length: number }, (_, lane) => byteAddressOf(lane));

function byCopy(way: string, cache: "ca" | "cg", from: (lane: number) => number, to: (lane: number) => number): Counted {
  const cost = copyCost({ cache, bytesPerLane: 16, activeMask: FULL_MASK, globalAddresses: lanes(from), sharedAddresses: lanes(to) }, h100);
  const isCounted = cache === "ca";
  return {
    way,
    sectors: cost.sectors,
    wavefronts: isCounted ? cost.wavefronts : undefined,
    conflicts: isCounted ? cost.bankConflicts : undefined,
  };
}

function byRegisters(way: string, from: (lane: number) => number, to: (lane: number) => number): Counted {
  const shape = { bytesPerLane: 16, activeMask: FULL_MASK } as const;
  const store = sharedCost({ ...shape, space: "shared", op: "store", addresses: lanes(to) }, h100);
  const load = globalCost({ ...shape, space: "global", op: "load", addresses: lanes(from) }, h100);
  return { way, sectors: load.sectors, wavefronts: store.wavefronts, conflicts: store.bankConflicts };
}

function byMatrices(way: string, matrices: MatrixRequest["matrices"], rowOf: (lane: number) => number): Counted {
  const { wavefronts, bankConflicts } = matrixCost({ op: "load", matrices, sharedAddresses: lanes(rowOf, 8 * matrices) });
  return { way, wavefronts, conflicts: bankConflicts };
}

function byLanes(way: string, op: MemoryOp, addressOf: (lane: number) => number): Counted {
  const cost = sharedCost({ space: "shared", op, bytesPerLane: 16, activeMask: FULL_MASK, addresses: lanes(addressOf) }, h100);
  return { way, wavefronts: cost.wavefronts, conflicts: cost.bankConflicts };
}

function table(caption: string, rows: readonly Counted[]): DataTable<Counted> {
  const number = (value: number | undefined): string => (value === undefined ? "no counter" : count(value));
  return dataTable({
    label: caption,
    caption,
    rows,
    columns: [
      { head: "", cell: ({ way }) => way, rowHead: true },
      ...(rows.some(({ sectors }) => sectors !== undefined)
        ? [{ head: "sectors", cell: ({ sectors }: Counted) => (sectors === undefined ? "" : count(sectors)) }]
        : []),
      { head: "wavefronts", cell: ({ wavefronts }) => number(wavefronts) },
      { head: "conflicts", cell: ({ conflicts }) => number(conflicts) },
    ],
  });
}

/** The forum's copy: half a warp reads every second 16 bytes, the other half those between; the tile is filled in order. */
const everySecond = (lane: number): number => (lane & 15) * 32 + (lane >> 4) * 16;
const inOrder = (lane: number): number => lane * 16;
/** Rows of 64 bytes out of rows of 256, four lanes each, to a tile with the swizzle of 64 bytes. */
const shortRows = (lane: number): number => (lane >> 2) * 256 + (lane & 3) * 16;
const swizzledRows = (lane: number): number => swizzledAddress(lane * 16, "64B");
/** Four matrices: 16 rows, 32 bytes wide. */
const operand =
  (pitchBytes: number) =>
  (lane: number): number =>
    (lane % 16) * pitchBytes + (lane >> 4) * 16;

/** The formula of ThunderKittens for a tile with the swizzle of so many bytes. */
function tileIndex(address: number, swizzleBytes: number): number {
  return address ^ (((address % (swizzleBytes * 8)) >> 7) << 4);
}

const MODES = [
  ["32B", 32],
  ["64B", 64],
  ["128B", 128],
] as const;
const TRIED = 64 * 1024;

/** Tables of the page “Asked, answered”, by the question. */
export const asked = {
  copyOrStore: table("One warp of the first loop.", [
    byRegisters("load, then store", everySecond, inOrder),
    byCopy("cp.async.ca", "ca", everySecond, inOrder),
    byCopy("cp.async.cg", "cg", everySecond, inOrder),
  ]),
  swizzledCopy: table("Eight rows of 64 bytes, to a swizzled tile.", [
    byRegisters("load, then store", shortRows, swizzledRows),
    byCopy("cp.async.ca", "ca", shortRows, swizzledRows),
    byCopy("cp.async.cg", "cg", shortRows, swizzledRows),
  ]),
  rowsOf64Halves: table("One ldmatrix.x4.", [
    byMatrices("rows 64 halves apart", 4, (lane) => lane * 128),
    byMatrices("rows 72 halves apart", 4, (lane) => lane * 144),
  ]),
  sixteenBySixteen: table("A tile of 16 × 16 halves.", [
    byMatrices("rows of 16 halves", 4, operand(32)),
    byMatrices("padded by 8", 4, operand(48)),
    byMatrices("padded by 16", 4, operand(64)),
  ]),
  twoMatrices: table("One ldmatrix.x2.trans.", [
    byMatrices("rows of 16 halves", 2, (lane) => lane * 32),
    byMatrices("padded to 24", 2, (lane) => lane * 48),
    byMatrices("swizzle of 32 bytes", 2, (lane) => swizzledAddress(lane * 32, "32B")),
  ]),
  swizzleFormulas: dataTable({
    label: "Two formulas of a swizzle",
    caption: `Addresses from 0 to ${count(TRIED - 16)}, in steps of 16 bytes.`,
    rows: MODES.map(([mode, swizzleBytes]) => {
      const addresses = Array.from({ length: TRIED / 16 }, (_, piece) => piece * 16);
      return {
        mode,
        tried: addresses.length,
        same: addresses.filter((address) => tileIndex(address, swizzleBytes) === swizzledAddress(address, mode)).length,
      };
    }),
    columns: [
      { head: "Mode", cell: ({ mode }) => mode },
      { head: "addresses", cell: ({ tried }) => count(tried) },
      { head: "the same as TMA’s", cell: ({ same }) => count(same) },
    ],
  }),
  fourPlaces: table("Each lane loads 16 bytes.", [
    byLanes("lane % 4", "load", (lane) => (lane % 4) * 16),
    byLanes("lane / 2 % 4", "load", (lane) => ((lane >> 1) % 4) * 16),
    byLanes("lane / 2 % 4, as a store", "store", (lane) => ((lane >> 1) % 4) * 16),
  ]),
  wholeKernels: dataTable({
    label: "Conflicts without a conflict",
    caption: "Loads of a copy through a tile, H200.",
    measuredIn: ["padded-tile-counters-h200.csv"],
    rows: [
      { name: "rows of 128 floats", kernel: "padded_tile_0", blocks: 4 },
      { name: "rows of 129", kernel: "padded_tile_1", blocks: 3 },
    ],
    columns: [
      { head: "", cell: ({ name }) => name, rowHead: true },
      { head: "conflicts by the addresses", cell: () => count(byLanesOfFloats()) },
      { head: "wavefronts counted", cell: ({ kernel, blocks }) => count(kernelCounter(kernel, blocks, "sharedLoadWavefronts", "h200")) },
      { head: "conflicts counted", cell: ({ kernel, blocks }) => count(kernelCounter(kernel, blocks, "sharedLoadConflicts", "h200")) },
    ],
  }),
};

/** A warp takes 32 floats of a row, whatever its length. */
function byLanesOfFloats(): number {
  return sharedCost({ space: "shared", op: "load", bytesPerLane: 4, activeMask: FULL_MASK, addresses: lanes((lane) => lane * 4) }, h100)
    .bankConflicts;
}
