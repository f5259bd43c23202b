/** A run of rows that a picture leaves out. */
export interface Gap {
  readonly kind: "gap";
  /** How many rows are left out. */
  readonly rows: number;
}

/** Inserts gaps between entries with ascending numbers, wherever numbers are missing. */
export function withGaps<T extends { readonly number: number }>(entries: readonly T[]): (T | Gap)[] {
  const shown: (T | Gap)[] = [];
  let next: number | undefined;
  for (const entry of entries) {
    if (next !== undefined && entry.number > next) shown.push({ kind: "gap", rows: entry.number - next });
    shown.push(entry);
    next = entry.number + 1;
  }
  return shown;
}

/** A row with its position in a picture. */
export type PlacedRow<T> = T & { readonly y: number; readonly height: number };

interface Placing<T> {
  /** The top of the first row. */
  readonly top: number;
  /** Room below each row. */
  readonly between: number;
  readonly heightOf: (row: T) => number;
}

/** Stacks rows. `bottom` is the top of the row that would come next. */
export function placeRows<T extends object>(
  rows: readonly T[],
  { top, between, heightOf }: Placing<T>,
): { readonly rows: readonly PlacedRow<T>[]; readonly bottom: number } {
  let y = top;
  const placed = rows.map((row): PlacedRow<T> => {
    const at = { ...row, y, height: heightOf(row) };
    y += at.height + between;
    return at;
  });
  return { rows: placed, bottom: y };
}

interface RowHeight {
  /** The height of all rows together, unless `lowest` makes them higher. */
  readonly page: number;
  /** The part of a row's share of the page that stays empty. */
  readonly between: number;
  readonly tallest: number;
  readonly lowest: number;
}

/** The height at which this number of rows fills a page, within limits. */
export function rowHeight(rowCount: number, { page, between, tallest, lowest }: RowHeight): number {
  const share = Math.floor(page / Math.max(1, rowCount)) - between;
  return Math.min(tallest, Math.max(lowest, share));
}
