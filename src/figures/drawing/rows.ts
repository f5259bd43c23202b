/** A run of rows that a picture leaves out. */
export interface Gap {
  readonly kind: "gap";
  /** How many rows it stands for. */
  readonly rows: number;
}

/** Puts a gap between entries of ascending numbers wherever numbers are left out between them. */
export function withGaps<T extends { readonly number: number }>(entries: readonly T[]): (T | Gap)[] {
  return entries.flatMap((entry, i) => {
    const rows = i === 0 ? 0 : entry.number - entries[i - 1].number - 1;
    return rows > 0 ? [{ kind: "gap", rows } as const, entry] : [entry];
  });
}
