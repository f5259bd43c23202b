import { ELEMENT_SIGNS, type ElementFate } from "#judge/element-fates.ts";
import type { ElementMap } from "#judge/element-map.ts";
import { elementSentence, refusedSentence } from "#judge/report/element-sentence.ts";
import { count, percent, pluralize } from "#pictures/format.ts";
import { plainText } from "#pictures/inline-code.ts";

/** A rectangle of elements: a part of the array, in rows as long as the map's. */
export interface Extent {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

export interface MapState {
  readonly map: ElementMap;
  /** The part that is looked at; all of it by default. */
  readonly extent?: Extent;
  /** Number of the cell that is pointed at, row by row. */
  readonly pointed?: number | undefined;
}

/** One cell of the grid: an element, or a rectangle of many. */
export interface MapCell {
  readonly extent: Extent;
  /** How many of its elements have each fate. */
  readonly counts: Readonly<Record<ElementFate, number>>;
  /** Share of its elements that are not right, 0 to 1. */
  readonly wrongShare: number;
}

export interface ElementPicture {
  readonly title: string;
  /** Cells of the grid: whether each stands for a single element. */
  readonly rows: number;
  readonly columns: number;
  readonly isWhole: boolean;
  readonly cells: readonly MapCell[];
  readonly legend: readonly { readonly fate: ElementFate; readonly means: string; readonly count: number }[];
  /** What is pointed at, in words. */
  readonly pointed: string | undefined;
  readonly sentence: string;
  readonly details: readonly string[];
}

/** A density map has at most so many cells in each direction. */
export const MOST_CELLS = 64;

const MEANINGS: Record<ElementMap["op"], Record<ElementFate, string>> = {
  store: {
    right: "right",
    missing: "missing",
    wrong: "wrong",
    twice: "written more than once",
    outside: "read out of bounds",
    misaligned: "read misaligned",
  },
  load: {
    right: "read once",
    missing: "never read",
    wrong: "wrong",
    twice: "read more than once",
    outside: "read out of bounds",
    misaligned: "read misaligned",
  },
};

const FATES = Object.keys(ELEMENT_SIGNS) as ElementFate[];
const fatesByCode: (ElementFate | undefined)[] = [];
for (const fate of FATES) fatesByCode[ELEMENT_SIGNS[fate].charCodeAt(0)] = fate;

/** All of an array's elements. The last row of its rectangle may be shorter. */
export function wholeArray({ elements, columns }: Pick<ElementMap, "elements" | "columns">): Extent {
  return { row: 0, column: 0, rows: Math.ceil(elements.length / columns), columns };
}

/** The grid of an extent: an element per cell up to 4,096 of them, else at most 64 × 64 cells. */
function gridOf({ rows, columns }: Extent): { readonly rowsPerCell: number; readonly columnsPerCell: number } {
  if (rows * columns <= MOST_CELLS ** 2 && Math.max(rows, columns) <= 2 * MOST_CELLS) return { rowsPerCell: 1, columnsPerCell: 1 };
  return { rowsPerCell: Math.ceil(rows / MOST_CELLS), columnsPerCell: Math.ceil(columns / MOST_CELLS) };
}

/** The extent that a cell opens into: at least 64 × 64 elements around it, where the array has so many; undefined for an element. */
export function zoomInto(map: Pick<ElementMap, "elements" | "columns">, { extent }: MapCell): Extent | undefined {
  if (extent.rows * extent.columns === 1) return undefined;
  const whole = wholeArray(map);
  const [row, rows] = around(extent.row, extent.rows, whole.rows);
  const [column, columns] = around(extent.column, extent.columns, whole.columns);
  return { row, column, rows, columns };
}

function around(start: number, length: number, limit: number): [start: number, length: number] {
  if (length >= MOST_CELLS) return [start, length];
  const wide = Math.min(MOST_CELLS, limit);
  const first = Math.min(Math.max(0, start + Math.floor((length - wide) / 2)), limit - wide);
  return [first, wide];
}

/** Number of a cell's first element. */
export function elementOf({ columns }: Pick<ElementMap, "columns">, { extent: { row, column } }: MapCell): number {
  return row * columns + column;
}

/** Number of the cell for a single element; undefined where no cell stands for it alone. */
export function cellOfElement(
  map: Pick<ElementMap, "columns">,
  { cells }: Pick<ElementPicture, "cells">,
  element: number,
): number | undefined {
  const number = cells.findIndex((cell) => elementOf(map, cell) === element && cell.extent.rows * cell.extent.columns === 1);
  return number < 0 ? undefined : number;
}

/** What every element became: right, missing, wrong, written more than once, read out of bounds, read misaligned. */
export function picture({ map, extent = wholeArray(map), pointed }: MapState): ElementPicture {
  const { rowsPerCell, columnsPerCell } = gridOf(extent);
  const rows = Math.ceil(extent.rows / rowsPerCell);
  const columns = Math.ceil(extent.columns / columnsPerCell);
  const cells: MapCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const from = { row: extent.row + row * rowsPerCell, column: extent.column + column * columnsPerCell };
      const size = {
        rows: Math.min(rowsPerCell, extent.row + extent.rows - from.row),
        columns: Math.min(columnsPerCell, extent.column + extent.columns - from.column),
      };
      cells.push(cellOf(map, { ...from, ...size }));
    }
  }
  const counts = countFates(map, wholeArray(map));
  const meanings = MEANINGS[map.op];
  const legend = FATES.filter((fate) => counts[fate] > 0).map((fate) => ({ fate, means: meanings[fate], count: counts[fate] }));
  const cell = pointed === undefined ? undefined : cells[pointed];
  return {
    title: titleOf(map),
    rows,
    columns,
    isWhole: extent.rows === wholeArray(map).rows && extent.columns === map.columns,
    cells,
    legend,
    pointed: cell && pointedText(map, cell),
    sentence: `Of ${pluralize(map.elements.length, "element")} of ${map.array}, ${listed(legend.map(({ means, count: of }) => `${count(of)} ${of === 1 ? "is" : "are"} ${means}`))}.`,
    details: map.refused.map((access) => plainText(refusedSentence(access, map))),
  };
}

function titleOf({ array, columns, elements }: ElementMap): string {
  return `Every element of ${array}, in rows of ${count(Math.min(columns, elements.length))}`;
}

function cellOf(map: ElementMap, extent: Extent): MapCell {
  const counts = countFates(map, extent);
  const all = FATES.reduce((sum, fate) => sum + counts[fate], 0);
  return { extent, counts, wrongShare: all === 0 ? 0 : (all - counts.right) / all };
}

function countFates({ elements, columns }: ElementMap, extent: Extent): Record<ElementFate, number> {
  const counts = { right: 0, missing: 0, wrong: 0, twice: 0, outside: 0, misaligned: 0 };
  for (let row = extent.row; row < extent.row + extent.rows; row++) {
    const start = row * columns + extent.column;
    const end = Math.min(start + extent.columns, elements.length);
    for (let element = start; element < end; element++) {
      const fate = fatesByCode[elements.charCodeAt(element)];
      if (fate === undefined) throw new RangeError(`"${elements[element]}" is no sign of an element map`);
      counts[fate]++;
    }
  }
  return counts;
}

/** What became of a cell's elements. */
export function pointedText(map: ElementMap, cell: MapCell): string {
  const { row, column, rows, columns } = cell.extent;
  const element = elementOf(map, cell);
  if (rows * columns === 1) {
    if (element >= map.elements.length) return "The array ends before this place.";
    return `Row ${row}, column ${column}. ${plainText(elementSentence(map, element))}`;
  }
  const place = `Rows ${row} to ${row + rows - 1}, columns ${column} to ${column + columns - 1}`;
  return `${place}: ${percent(cell.wrongShare)} of the elements are wrong.`;
}

/** The one fate of a cell for a single element; undefined past the end of the array. */
export function fateOfCell({ counts }: MapCell): ElementFate | undefined {
  return FATES.find((fate) => counts[fate] > 0);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
