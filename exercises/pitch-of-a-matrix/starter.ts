/** Floats from the start of one row to the next. */
export function pitch(columns: number): number {
  return columns;
}
