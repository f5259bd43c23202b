import { BANK_COUNT, WORD_BYTES } from "#simulator";
import type { DeclaredRows } from "../analysis/addressed-arrays.ts";

/** Bytes of shared memory that lie side by side on different banks: a word on each. */
export const BANK_ROW_BYTES = BANK_COUNT * WORD_BYTES;
/** From this length on, in bytes, evenly spaced pieces of an array are called its rows. */
export const SHORTEST_ROW_BYTES = 64;
/** The most elements by which rows are made longer. */
export const MOST_PADDING = 8;

/** A change to where the elements of an array in shared memory lie. Lengths and gaps are in bytes. */
type LayoutChange =
  /** Rows of `from` bytes become rows of `to` bytes; or several rows together do. */
  | { readonly kind: "longer-rows"; readonly from: number; readonly to: number; readonly isOfSeveral?: boolean }
  /** Within its row, the column is `column ^ (row % columns)`, in units of `unit` bytes; of short rows, those in one row of banks together. */
  | { readonly kind: "swizzle"; readonly from: number; readonly to: number; readonly unit: number; readonly columns: number }
  /** Rows of `from` bytes become rows of `to` bytes, and after every 128 bytes `bytes` stay free: the index `i + i / 32`, for words. */
  | { readonly kind: "gaps"; readonly from: number; readonly to: number; readonly bytes: number };

/** A change to where an array's elements lie, or to which thread uses which. */
export type SharedChange =
  | LayoutChange
  /** Neighbouring threads use neighbouring elements, in a tree whose threads use elements 2, 4, 8, … apart. */
  | { readonly kind: "side-by-side" };

/** Returns where the byte at an offset of the array lies once the array has changed. */
export function movedOffset(change: LayoutChange, offset: number): number {
  switch (change.kind) {
    case "longer-rows":
      return Math.floor(offset / change.from) * change.to + (offset % change.from);
    case "swizzle": {
      const { from, to, unit, columns } = change;
      const row = Math.floor(offset / from);
      const rest = offset % from;
      const rowsSideBySide = Math.max(1, BANK_ROW_BYTES / to);
      const column = Math.floor(rest / unit) ^ (Math.floor(row / rowsSideBySide) % columns);
      return row * to + column * unit + (rest % unit);
    }
    case "gaps": {
      const inRows = Math.floor(offset / change.from) * change.to + (offset % change.from);
      return inRows + Math.floor(inRows / BANK_ROW_BYTES) * change.bytes;
    }
  }
}

/**
 * The changes worth a try for an array of rows, the simplest first.
 *
 * @param rowBytes of a row as it is
 * @param usedBytes of a row, from its start to the end of the last element that is accessed
 * @param unit bytes that stay together: an element, or the widest vector that the array is accessed by
 */
export function rowChanges(rowBytes: number, usedBytes: number, unit: number): LayoutChange[] {
  const changes: LayoutChange[] = [];
  for (let units = 1; units <= MOST_PADDING; units++)
    changes.push({ kind: "longer-rows", from: rowBytes, to: (Math.floor(rowBytes / unit) + units) * unit });
  for (const to of new Set([powerOfTwoFrom(usedBytes), rowBytes])) {
    const columns = Math.min(BANK_ROW_BYTES / unit, largestPowerOfTwoIn(to / unit));
    if (columns >= 2 && (to % BANK_ROW_BYTES === 0 || BANK_ROW_BYTES % to === 0))
      changes.push({ kind: "swizzle", from: rowBytes, to, unit, columns });
  }
  const to = Math.ceil(usedBytes / BANK_ROW_BYTES) * BANK_ROW_BYTES;
  changes.push({ kind: "gaps", from: rowBytes, to, bytes: unit });
  return changes;
}

function powerOfTwoFrom(bytes: number): number {
  return 2 ** Math.ceil(Math.log2(bytes));
}

/** The largest power of two that divides a number; 1 for a fraction. */
function largestPowerOfTwoIn(count: number): number {
  return Number.isInteger(count) ? count & -count : 1;
}

/** An array's declared lengths, or the rows that its accesses go by. */
interface ArrayRows {
  readonly lengths?: readonly number[];
  readonly element: { readonly bytes: number };
  readonly rows?: DeclaredRows;
}

/** The bytes of a row of an array that is declared with rows: of 33 floats for `tile[8][32][33]`, of 72 halves for `half (*tile)[72]`. */
export function declaredRowBytes({ lengths = [], element, rows }: ArrayRows): number | undefined {
  if (lengths.length > 1) return lengths.at(-1)! * element.bytes;
  return rows && rows.length * rows.elementBytes;
}

/**
 * CuTe's name of a swizzle, `Swizzle<B,M,S>` of the index of an element: bits M to M + B − 1 are XORed with those S further up. Undefined for
 * rows whose length is no power of two.
 */
export function swizzleName({ to, unit, columns }: Extract<LayoutChange, { kind: "swizzle" }>, elementBytes: number): string | undefined {
  const [base, bits] = [unit / elementBytes, columns].map(Math.log2);
  const shift = Math.log2(Math.max(to, BANK_ROW_BYTES) / unit);
  return Number.isInteger(Math.log2(to)) && Number.isInteger(base) ? `Swizzle<${bits},${base},${shift}>` : undefined;
}
