/** The fields in reverse, and the items as well: a warp still finds its 32 floats side by side. */
export function address(item: number, field: number, count: number): number {
  return (4 - field) * count - 1 - item;
}
