function columnOf({ threadIdx }: Thread, pass: number): number {
  return VECTOR * pass * LANES + threadIdx.x;
}
