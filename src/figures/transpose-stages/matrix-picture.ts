import { SECTOR_BYTES, explainGlobal, h100, type WarpRequest } from "#simulator";
import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { SIDE } from "./versions.ts";

const BYTES_PER_ELEMENT = 4;

/** One matrix in global memory, row-major, to scale: the place of an element is its row and column. */
export interface MatrixPicture {
  /** The elements that were loaded or stored so far, all of them; undefined: none. */
  readonly done: Box | undefined;
  /** Sectors of the lit warp's request. */
  readonly sectors: readonly SectorBox[];
  /** Elements that its lanes ask for. */
  readonly pieces: readonly ElementCell[];
}

/** A rectangle, counted in elements. */
export interface Box {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface SectorBox extends Box {
  /** Its first byte is 32 × number. */
  readonly number: number;
  readonly emphasis: Emphasis;
}

export interface ElementCell {
  readonly lane: number;
  readonly row: number;
  readonly column: number;
  readonly emphasis: Emphasis;
}

interface MatrixInput {
  /** All requests so far. */
  readonly requests: readonly WarpRequest[];
  /** The lit warp's, when it is drawn. */
  readonly lit: WarpRequest | undefined;
  readonly pointed: ReadonlySet<number> | undefined;
}

export function matrixPicture({ requests, lit, pointed }: MatrixInput): MatrixPicture {
  const done = boxOf(requests);
  if (!lit) return { done, sectors: [], pieces: [] };
  const evidence = explainGlobal(lit, h100).lines.flatMap((line) => line.sectors);
  return {
    done,
    sectors: evidence.map(({ number, firstByte, lanes }) => ({
      number,
      ...placeOf(firstByte),
      rows: 1,
      columns: SECTOR_BYTES / BYTES_PER_ELEMENT,
      emphasis: emphasisOf(lanes, pointed),
    })),
    pieces: evidence
      .flatMap(({ lanes }) => lanes)
      .sort((a, b) => a - b)
      .map((lane) => ({ lane, ...placeOf(lit.addresses[lane]), emphasis: emphasisOf([lane], pointed) })),
  };
}

/** Row and column of the element at a byte address. */
export function placeOf(byteAddress: number): { readonly row: number; readonly column: number } {
  const element = byteAddress / BYTES_PER_ELEMENT;
  return { row: Math.floor(element / SIDE), column: element % SIDE };
}

/** The smallest rectangle around all elements; for whole tiles it holds nothing else. */
function boxOf(requests: readonly WarpRequest[]): Box | undefined {
  const places = requests.flatMap(({ addresses }) => Array.from(addresses, placeOf));
  if (places.length === 0) return undefined;
  const rows = places.map((place) => place.row);
  const columns = places.map((place) => place.column);
  const row = Math.min(...rows);
  const column = Math.min(...columns);
  return { row, column, rows: Math.max(...rows) - row + 1, columns: Math.max(...columns) - column + 1 };
}
