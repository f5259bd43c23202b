type Size = { columns: number; slant: number };

/**
 * From lane to lane, it's one row down and `slant` columns
 * right: pitch + slant words, which must be odd.
 */
export function pitch({ columns, slant }: Size): number {
  const strideIsOdd = (columns + slant) % 2 === 1;
  return strideIsOdd ? columns : columns + 1;
}
