export function passes({ threadIdx, blockDim }: Thread, { d }: Rows): number {
  return Math.ceil(d / 4 / blockDim.x);
}
