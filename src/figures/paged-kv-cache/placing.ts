import { CACHE_LINE_BYTES } from "#simulator";
import type { Emphasis } from "#pictures/lanes.ts";
import type { CachePage, SequencePage } from "./model.ts";
import type { PageRow } from "./page-rows.ts";

/** A row with its place in the picture, in CSS pixels from the top of memory's drawing. */
export type PlacedRow<T> = T & { readonly y: number; readonly height: number };

/** Room for the connectors between the lanes and memory. */
const FAN_HEIGHT = 28;
const ROW_GAP = 3;
const HEADING_HEIGHT = 15;
const GAP_HEIGHT = 4;
const TALLEST_LINE = 20;
/** What all lines together may take, as long as a line stays legible. */
const LINES_HEIGHT = 340;

/** Puts rows below one another: the fewer the lines, the taller. */
export function placeRows(rows: readonly PageRow[]): { readonly rows: readonly PlacedRow<PageRow>[]; readonly height: number } {
  const lines = rows.filter((row) => row.kind === "line").length;
  const heights = { line: Math.min(TALLEST_LINE, Math.floor(LINES_HEIGHT / lines)), page: HEADING_HEIGHT, gap: GAP_HEIGHT };
  let y = FAN_HEIGHT;
  const placed = rows.map((row): PlacedRow<PageRow> => {
    const at = { ...row, y, height: heights[row.kind] };
    y += at.height + ROW_GAP;
    return at;
  });
  return { rows: placed, height: y };
}

/** A line from a lane to its bytes; x in percent of the width, y in pixels. */
export interface Connector {
  readonly lane: number;
  readonly x1: number;
  readonly x2: number;
  readonly y2: number;
  readonly emphasis: Emphasis;
}

export function connectors(rows: readonly PlacedRow<PageRow>[], laneCount: number): Connector[] {
  return rows.flatMap((row) =>
    row.kind === "line"
      ? row.pieces.map(({ lane, offsetBytes, bytes, emphasis }) => ({
          lane,
          x1: ((lane + 0.5) / laneCount) * 100,
          x2: ((offsetBytes + bytes / 2) / CACHE_LINE_BYTES) * 100,
          y2: row.y,
          emphasis,
        }))
      : [],
  );
}

/** The way from an entry of the block table to the page that it names; x in percent of the width. */
export interface Jump {
  readonly from: number;
  readonly to: number;
  readonly touched: boolean;
}

export function jumps(sequence: readonly SequencePage[], cache: readonly CachePage[]): Jump[] {
  return sequence.map(({ number, cachePage, touched }) => ({
    from: ((number + 0.5) / sequence.length) * 100,
    to: ((cachePage + 0.5) / cache.length) * 100,
    touched,
  }));
}
