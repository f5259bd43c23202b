/** Something that is drawn in a row, or the gap that stands for rows left out. */
export type PlacedRow<T> =
  | { readonly kind: "row"; readonly row: T; readonly y: number; readonly height: number }
  | { readonly kind: "gap"; readonly y: number; readonly height: number };

interface Placing {
  readonly top: number;
  readonly between: number;
  readonly tallest: number;
  readonly lowest: number;
  /** What all rows together are drawn in, at most, as long as they stay legible. */
  readonly page: number;
}

const GAP_HEIGHT = 10;

/** Puts rows of ascending numbers below one another, with a gap wherever numbers are left out. */
export function placeRows<T extends { readonly number: number }>(
  rows: readonly T[],
  { top, between, tallest, lowest, page }: Placing,
): { readonly placed: readonly PlacedRow<T>[]; readonly bottom: number } {
  const height = Math.min(tallest, Math.max(lowest, Math.floor(page / Math.max(1, rows.length)) - between));
  let y = top;
  const placed = rows.flatMap((row, i): PlacedRow<T>[] => {
    const gap = i > 0 && row.number > rows[i - 1].number + 1 ? [{ kind: "gap", y, height: GAP_HEIGHT } as const] : [];
    y += gap.length * GAP_HEIGHT;
    const at = { kind: "row", row, y, height } as const;
    y += height + between;
    return [...gap, at];
  });
  return { placed, bottom: y };
}
