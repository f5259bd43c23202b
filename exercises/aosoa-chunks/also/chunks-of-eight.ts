/**
 * Eight floats fill a sector: chunks narrower than a warp
 * don't move more bytes.
 */
export function address(item: number, field: number): number {
  return (((item >> 3) * 6 + field) << 3) | (item & 7);
}
