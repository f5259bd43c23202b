// a B200: eight floats per lane
export function vector({ threadIdx }: Thread) {
  return 8 * threadIdx.x;
}
