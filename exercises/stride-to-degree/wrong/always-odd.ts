export function pitch(size: { columns: number; slant: number }): number {
  return size.columns % 2 === 1 ? size.columns : size.columns + 1;
}
