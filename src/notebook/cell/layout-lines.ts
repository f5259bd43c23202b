import { pluralize } from "#pictures/format.ts";
import { BANK_COUNT, ROWS_PER_MATRIX, WORD_BYTES, type LayoutTable } from "#simulator";

/** An element of a tile. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** What of a tile lies in 128 bytes of shared memory: a word of each bank. */
export interface LayoutLine {
  readonly firstByte: number;
  /** From the first bank on: the places that lie in each cell, none or one, unless the layout puts several on each other. */
  readonly cells: readonly (readonly Place[])[];
}

export interface LayoutLines {
  readonly lines: readonly LayoutLine[];
  readonly cellsPerLine: number;
  /** Whether lines were left out. */
  readonly isCut: boolean;
  /** Cells, also of lines that were left out, in which several places lie. */
  readonly overlaps: number;
}

const LINE_BYTES = BANK_COUNT * WORD_BYTES;
/** How many lines are drawn. */
const MOST_LINES = 16;

/** A layout as shared memory has it, line by line from where the tile begins. A cell is what every access moves together. */
export function layoutLines({ columns, bytesPerElement, together, offsets, base = 0 }: LayoutTable): LayoutLines {
  const cellBytes = together * bytesPerElement;
  const cellsPerLine = LINE_BYTES / cellBytes;
  const firstLine = Math.floor((base * bytesPerElement) / LINE_BYTES);
  const lastLine = Math.floor((Math.max(...offsets) * bytesPerElement) / LINE_BYTES);
  const count = Math.min(MOST_LINES, lastLine - firstLine + 1);
  const perRow = columns / together;
  const lines = Array.from({ length: Math.max(0, count) }, (_, line) => ({
    firstByte: (firstLine + line) * LINE_BYTES,
    cells: Array.from({ length: cellsPerLine }, (): Place[] => []),
  }));
  for (const [number, offset] of offsets.entries()) {
    const byte = offset * bytesPerElement;
    const line = lines[Math.floor(byte / LINE_BYTES) - firstLine];
    line?.cells[Math.floor((byte % LINE_BYTES) / cellBytes)]?.push({
      row: Math.floor(number / perRow),
      column: (number % perRow) * together,
    });
  }
  const taken = Map.groupBy(offsets, (offset) => Math.floor(offset / together));
  const overlaps = [...taken.values()].filter(({ length }) => length > 1).length;
  return { lines, cellsPerLine, isCut: lastLine - firstLine + 1 > count, overlaps };
}

/** "Column 0 of rows 0 to 7 begins in 8 different banks: 0, 4, 8, …" */
export function columnBanks({ rows, columns, bytesPerElement, together, offsets }: LayoutTable, column: number): string {
  const shown = Math.min(rows, ROWS_PER_MATRIX);
  const perRow = columns / together;
  const banks = Array.from({ length: shown }, (_, row) => {
    const byte = offsets[row * perRow + column / together]! * bytesPerElement;
    return Math.floor(byte / WORD_BYTES) % BANK_COUNT;
  });
  const different = new Set(banks).size;
  const where = `${different === 1 ? "one bank" : pluralize(different, "different bank")}: ${banks.join(", ")}`;
  return `Column ${column} of rows 0 to ${shown - 1} begins in ${where}.`;
}
