export function pitch({ columns }: Size): number {
  return columns % 2 === 1 ? columns : columns + 1;
}
