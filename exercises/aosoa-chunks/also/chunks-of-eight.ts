/** Eight floats fill a sector: narrower chunks than a warp move no byte more. */
export function address(item: number, field: number): number {
  return (((item >> 3) * 6 + field) << 3) | (item & 7);
}
