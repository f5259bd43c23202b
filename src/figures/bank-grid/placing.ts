import type { GridRow } from "./model.ts";

/** A row with its place in the picture, in CSS pixels. */
export type PlacedRow<T> = T & { readonly y: number; readonly height: number };

const TALLEST_ROW = 22;
const TALLEST_GRID = 32 * 13;
const GAP_HEIGHT = 8;

/** Puts rows below one another, under a header. */
export function placeRows(
  rows: readonly GridRow[],
  headerHeight: number,
): { readonly rows: readonly PlacedRow<GridRow>[]; readonly height: number } {
  const wordRows = rows.filter((row) => row.kind === "words").length;
  const height = Math.min(TALLEST_ROW, Math.max(8, Math.floor(TALLEST_GRID / Math.max(1, wordRows))));
  let y = headerHeight;
  const placed = rows.map((row): PlacedRow<GridRow> => {
    const at = { ...row, y, height: row.kind === "words" ? height : GAP_HEIGHT };
    y += at.height;
    return at;
  });
  return { rows: placed, height: y + 1 };
}
