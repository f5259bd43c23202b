export function pitch({ columns }: Size): number {
  return Math.ceil(columns / 32) * 32;
}
