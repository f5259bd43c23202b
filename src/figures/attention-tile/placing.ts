import type { TileRow } from "./bank-rows.ts";

/** A row with its place in the picture, in CSS pixels. */
export type PlacedRow<T> = T & { readonly y: number; readonly height: number };

/** Room above both panels: names of banks and degrees of conflicts. */
const TOP = 32;
const ROWS_HEIGHT = 32 * 11;
const TALLEST_ROW = 22;
const GAP_HEIGHT = 3;

/** Keys below one another, in the height that 32 rows of banks take. */
export function keysPlacing(keys: number) {
  const rowHeight = ROWS_HEIGHT / keys;
  return { top: TOP, rowHeight, height: TOP + ROWS_HEIGHT + 1, labelEvery: keys / 8 };
}

/** Rows of banks below one another. */
export function tilePlacing(rows: readonly TileRow[]) {
  const bankRows = rows.filter((row) => row.kind === "banks").length;
  const room = ROWS_HEIGHT - (rows.length - bankRows) * GAP_HEIGHT;
  const height = Math.min(TALLEST_ROW, room / bankRows);
  let y = TOP;
  const placed = rows.map((row): PlacedRow<TileRow> => {
    const at = { ...row, y, height: row.kind === "banks" ? height : GAP_HEIGHT };
    y += at.height;
    return at;
  });
  return { top: TOP, rows: placed, height: y + 1 };
}
