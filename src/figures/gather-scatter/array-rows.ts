import { CACHE_LINE_BYTES, SECTOR_BYTES, type GlobalExplanation } from "#simulator";
import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { ELEMENT_BYTES } from "./indexed-requests.ts";

/** Bytes of the array that are drawn in one row: four lines. */
export const ROW_BYTES = 512;

/** A part of the array, drawn to scale, as one warp's request touches it. Offsets count from the row's first byte. */
export interface ArrayRow {
  readonly firstByte: number;
  readonly lines: readonly LineSpan[];
  readonly sectors: readonly SectorCell[];
  readonly pieces: readonly Piece[];
}

export interface LineSpan {
  readonly number: number;
  readonly offsetBytes: number;
  readonly touched: boolean;
}

export interface SectorCell {
  readonly number: number;
  readonly offsetBytes: number;
  readonly moved: boolean;
  /** Lit when the pointed lane, of this warp or another, has its bytes here. */
  readonly emphasis: Emphasis;
}

/** One element that lanes of the warp ask for. */
export interface Piece {
  readonly element: number;
  readonly offsetBytes: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
  /** Whether another lane, of any warp, stores it too. */
  readonly clashes: boolean;
}

interface RowsInput {
  readonly explanation: GlobalExplanation;
  readonly arrayLength: number;
  readonly clashing: ReadonlySet<number>;
  /** Lanes of this warp that are pointed at; undefined: none of any warp. */
  readonly pointedLanes: ReadonlySet<number> | undefined;
  /** The sector that holds the pointed lane's bytes, whichever warp it is of. */
  readonly pointedSector: number | undefined;
}

/** The whole array, as one warp's request touches it. */
export function arrayRows(input: RowsInput): ArrayRow[] {
  const touched = input.explanation.lines.flatMap((line) => line.sectors);
  const moved = new Set(touched.map((sector) => sector.number));
  const touchedLines = new Set(input.explanation.lines.map((line) => line.number));
  return Array.from({ length: (input.arrayLength * ELEMENT_BYTES) / ROW_BYTES }, (_, row) => {
    const firstByte = row * ROW_BYTES;
    const sectors = Array.from({ length: ROW_BYTES / SECTOR_BYTES }, (_, i): SectorCell => {
      const number = firstByte / SECTOR_BYTES + i;
      const emphasis = number === input.pointedSector ? "lit" : "plain";
      return { number, offsetBytes: i * SECTOR_BYTES, moved: moved.has(number), emphasis };
    });
    const lanes = touched.filter((sector) => Math.floor(sector.firstByte / ROW_BYTES) === row).flatMap((sector) => sector.lanes);
    const lines = Array.from({ length: ROW_BYTES / CACHE_LINE_BYTES }, (_, i): LineSpan => {
      const number = firstByte / CACHE_LINE_BYTES + i;
      return { number, offsetBytes: i * CACHE_LINE_BYTES, touched: touchedLines.has(number) };
    });
    return { firstByte, lines, sectors, pieces: pieces(lanes, firstByte, input) };
  });
}

function pieces(lanes: readonly number[], firstByte: number, { explanation, clashing, pointedLanes }: RowsInput): Piece[] {
  const { addresses } = explanation.request;
  return [...Map.groupBy(lanes, (lane) => addresses[lane])].map(([address, lanes]) => ({
    element: address / ELEMENT_BYTES,
    offsetBytes: address - firstByte,
    lanes,
    emphasis: emphasisOf(lanes, pointedLanes),
    clashes: clashing.has(address / ELEMENT_BYTES),
  }));
}
