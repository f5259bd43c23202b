export function pitch({ columns }: Size): number {
  return columns;
}
