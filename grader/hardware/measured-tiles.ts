import { readFileSync } from "node:fs";
import { PIECE_BYTES, tileAddress, tileSectors, type SwizzleMode } from "#simulator";

/** A box that TMA copied on an H200: see README.md, tma-tiles-h200.jsonl. */
export interface MeasuredLanding {
  readonly direction: "load" | "store";
  readonly swizzle: SwizzleMode;
  readonly boxBytes: number;
  readonly boxRows: number;
  /** Where the tile begins, from a multiple of 1,024 bytes. */
  readonly sharedOffset: number;
  /** Of the box in the tensor, whose rows have 512 bytes: its first element of 2 bytes, and its first row. */
  readonly column: number;
  readonly row: number;
  /** For each 16 bytes from there on, the number of the piece of the box that lies there; -1 where none does. */
  readonly places: readonly number[];
  readonly sectors: number;
  /** Only those of the barrier and the wait: the tile itself has no counter. */
  readonly wavefronts: number;
  readonly bankConflicts: number;
}

const dataFile = new URL("./data/tma-tiles-h200.jsonl", import.meta.url);

/** Every box that was copied; modes that the H200 doesn't have are left out. */
export function measuredLandings(): MeasuredLanding[] {
  return readFileSync(dataFile, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as MeasuredLanding & { readonly error?: string })
    .filter(({ error }) => error === undefined);
}

/** The pieces that the simulator has in the places of a box, and its sectors. */
export function simulatedLanding(box: MeasuredLanding): Pick<MeasuredLanding, "places" | "sectors"> {
  const { swizzle, boxBytes, boxRows, sharedOffset, column, row } = box;
  const tile = { mode: swizzle, boxBytes, sharedAddress: sharedOffset };
  const places = Array<number>(box.places.length).fill(-1);
  const perRow = boxBytes / PIECE_BYTES;
  for (let piece = 0; piece < perRow * boxRows; piece++) {
    const place = (tileAddress(tile, Math.floor(piece / perRow), (piece % perRow) * PIECE_BYTES) - sharedOffset) / PIECE_BYTES;
    if (place < places.length) places[place] = piece;
  }
  const addresses = Array.from({ length: boxRows }, (_, index) => (row + index) * TENSOR_PITCH + 2 * column);
  return { places, sectors: tileSectors(tile, addresses) };
}

/** Bytes from row to row of the tensor. */
const TENSOR_PITCH = 512;
