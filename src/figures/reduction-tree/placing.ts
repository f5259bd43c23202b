import { BANK_COUNT } from "#simulator";
import { BANK_HEADER_HEIGHT } from "../drawing/banks.tsx";
import type { Addition } from "./tree.ts";

/** CSS pixels: rows of words, and room for arcs below each row. */
export const ROW_HEIGHT = 20;
const ARC_ROOM = 14;
/** How far an arc within a row bends below it; a quadratic curve reaches half as deep as its control point. */
const ARC_BEND = 2 * (ARC_ROOM - 4);
/** How far an arc between rows bends aside, in columns. */
const ARC_ASIDE = 0.9;

/** Where a row of words begins, from the top of the drawing. */
export function rowTop(row: number): number {
  return BANK_HEADER_HEIGHT + row * (ROW_HEIGHT + ARC_ROOM);
}

export function gridHeight(rows: number): number {
  return rowTop(rows);
}

/** An arc as a path, x in columns, y in pixels, with the point where it arrives. */
export interface PlacedArc {
  readonly path: string;
  readonly tipColumn: number;
  readonly tipY: number;
}

/** Within a row below it, between rows from the lower one up to the other. */
export function placeArc({ into, from }: Addition): PlacedArc {
  const [start, end] = [place(from), place(into)];
  const tipY = rowTop(end.row) + ROW_HEIGHT + 1;
  const middle = (start.column + end.column) / 2;
  const curve =
    start.row === end.row
      ? { startY: tipY, controlX: middle, controlY: tipY + ARC_BEND }
      : {
          startY: rowTop(start.row),
          controlX: middle + (start.row - end.row > 1 ? ARC_ASIDE : 0),
          controlY: (rowTop(start.row) + tipY) / 2,
        };
  const path = `M${start.column},${curve.startY}Q${curve.controlX},${curve.controlY} ${end.column},${tipY}`;
  return { path, tipColumn: end.column, tipY };
}

function place(word: number): { readonly row: number; readonly column: number } {
  return { row: Math.floor(word / BANK_COUNT), column: (word % BANK_COUNT) + 0.5 };
}
