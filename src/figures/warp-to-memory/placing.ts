import { CACHE_LINE_BYTES } from "#simulator";
import type { Emphasis } from "#pictures/lanes.ts";
import type { Gap } from "#pictures/rows.ts";
import type { LineRow, MemoryRow } from "#pictures/memory-rows.ts";

/** A row with its place in the picture, in CSS pixels from the top of memory's drawing. */
export type PlacedRow<T> = T & { readonly y: number; readonly height: number };

/** Room for the connectors between the lanes and memory. */
const FAN_HEIGHT = 34;
/** What all rows together are drawn in, at most, as long as they stay legible. */
const PAGE_HEIGHT = 32 * 13;
const TALLEST_ROW = 22;
/** Between two rows: room for the bar that shows what DRAM moves. */
const ROW_GAP = 4;
const GAP_HEIGHT = 7;

/** Puts rows below one another: as tall as a page allows, and no taller than a lane. */
export function placeRows(rows: readonly MemoryRow[]): { readonly rows: readonly PlacedRow<MemoryRow>[]; readonly height: number } {
  const lines = rows.filter((row) => row.kind === "line").length;
  const roomForLines = PAGE_HEIGHT - (rows.length - lines) * GAP_HEIGHT;
  const height = Math.min(TALLEST_ROW, Math.max(6, Math.floor(roomForLines / Math.max(1, lines)) - ROW_GAP));
  let y = FAN_HEIGHT;
  const placed = rows.map((row): PlacedRow<MemoryRow> => {
    const at = { ...row, y, height: row.kind === "line" ? height : GAP_HEIGHT - ROW_GAP };
    y += at.height + ROW_GAP;
    return at;
  });
  return { rows: placed, height: y };
}

/** A line from a lane to the bytes that it asks for; x in percent of the width, y in pixels. */
export interface Connector {
  readonly lane: number;
  readonly x1: number;
  readonly x2: number;
  readonly y2: number;
  readonly emphasis: Emphasis;
}

export function connectors(rows: readonly PlacedRow<LineRow | Gap>[], laneCount: number): Connector[] {
  return rows
    .flatMap((row) => (row.kind === "line" ? row.pieces.map((piece) => ({ row, piece })) : []))
    .flatMap(({ row, piece }) =>
      piece.lanes.map((lane, i) => ({
        lane,
        x1: ((lane + 0.5) / laneCount) * 100,
        x2: ((piece.offsetBytes + (piece.bytes * (i + 0.5)) / piece.lanes.length) / CACHE_LINE_BYTES) * 100,
        y2: row.y,
        emphasis: piece.emphasis,
      })),
    );
}
