import { count, pluralize } from "#pictures/format.ts";
import type { ArrayRaster } from "./block-memory.ts";

/** A map has at most so many cells in each direction. */
const MOST_CELLS = 64;

/** What is drawn of an element, in the order of `ELEMENT_STATES`. */
const STATES = ["untouched", "read", "written", "both"] as const;

/** The cells of a map: each for one element, or for a rectangle of many. */
export interface MemoryGrid {
  readonly columns: number;
  readonly rows: number;
  readonly columnsPerCell: number;
  readonly rowsPerCell: number;
}

export interface MemoryCell {
  /** The commonest of its elements that were touched; undefined for a cell without elements. */
  readonly state: (typeof STATES)[number] | undefined;
  /** Of this step. */
  readonly lanes: readonly number[];
  /** The first and the last element. */
  readonly elements: readonly [first: number | undefined, last: number | undefined];
  /** Of its first element, in the raster. */
  readonly place: number;
}

export function linesOf({ columns, rows }: ArrayRaster): MemoryGrid {
  const columnsPerCell = Math.ceil(columns / MOST_CELLS);
  const rowsPerCell = Math.ceil(rows / MOST_CELLS);
  return { columns: Math.ceil(columns / columnsPerCell), rows: Math.ceil(rows / rowsPerCell), columnsPerCell, rowsPerCell };
}

/**
 * @param states by place, numbers into `ELEMENT_STATES`
 * @param current the places that the step touches, with its lanes
 */
export function cellsOf(
  raster: ArrayRaster,
  grid: MemoryGrid,
  states: Uint8Array,
  current: ReadonlyMap<number, readonly number[]>,
): MemoryCell[] {
  const { columnsPerCell, rowsPerCell } = grid;
  const lanes = new Map<number, number[]>();
  for (const [place, own] of current) {
    const cell =
      Math.floor(Math.floor(place / raster.columns) / rowsPerCell) * grid.columns + Math.floor((place % raster.columns) / columnsPerCell);
    lanes.set(cell, [...(lanes.get(cell) ?? []), ...own]);
  }
  return Array.from({ length: grid.columns * grid.rows }, (_, number) => {
    const row = Math.floor(number / grid.columns) * rowsPerCell;
    const column = (number % grid.columns) * columnsPerCell;
    const counts = [0, 0, 0, 0];
    let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
    for (let r = row; r < Math.min(row + rowsPerCell, raster.rows); r++) {
      for (let c = column; c < Math.min(column + columnsPerCell, raster.columns); c++) {
        const place = r * raster.columns + c;
        const element = raster.elements[place]!;
        if (element < 0) continue;
        first ??= element;
        last = element;
        counts[states[place]!]!++;
      }
    }
    const touched = counts[1]! + counts[2]! + counts[3]!;
    const commonest = touched === 0 ? 0 : counts.indexOf(Math.max(...counts.slice(1)), 1);
    return {
      state: first === undefined ? undefined : STATES[commonest],
      lanes: lanes.get(number) ?? [],
      elements: [first, last],
      place: row * raster.columns + column,
    };
  });
}

/** "1,024 of 1,056 elements written, 320 of them read since." */
export function stateCounts(states: Uint8Array, raster: ArrayRaster): string {
  const counts = [0, 0, 0, 0];
  for (const place of raster.places) counts[states[place]!]!++;
  const [, read = 0, written = 0, both = 0] = counts;
  if (read + written + both === 0) return "Untouched so far.";
  const parts = [
    ...(written + both > 0 ? [`${count(written + both)} written${sinceText(both, written + both)}`] : []),
    ...(read > 0 ? [`${count(read)} read`] : []),
  ];
  return `${parts.join("; ")}.`;
}

function sinceText(read: number, written: number): string {
  if (read === 0) return "";
  return read === written ? ", and read since" : `, ${count(read)} of them read since`;
}

/** Which elements are drawn, and how. */
export function rasterCaption({ kind, columns, rows, elements, sorted }: ArrayRaster, grid: MemoryGrid): string {
  const each = grid.columnsPerCell * grid.rowsPerCell === 1 ? "" : ` A cell is ${grid.rowsPerCell} × ${grid.columnsPerCell} elements.`;
  if (kind === "whole") return `The whole array${rows === 1 ? "" : `, in rows of ${count(columns)}`}.${each}`;
  if (kind === "packed") return `Only the ${count(sorted.length)} elements that the block touches, without those between.${each}`;
  const starts = Array.from({ length: rows }, (_, row) => elements[row * columns]!);
  const from = `from element ${count(starts[0]!)} on`;
  if (rows === 1) return `What the block touches: ${pluralize(columns, "element")} ${from}.${each}`;
  const pitch = starts[1]! - starts[0]!;
  const isRegular = starts.every((start, row) => start === starts[0]! + row * pitch);
  const apart = pitch === columns ? "" : isRegular ? `, ${count(pitch)} apart` : "";
  return `What the block touches: ${count(rows)} rows of ${count(columns)}${apart}, ${from}.${each}`;
}
