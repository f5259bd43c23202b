export function passes(
  { threadIdx, blockDim }: Thread,
  { d }: Size,
): number {
  return Math.ceil(d / 4 / blockDim.x);
}
