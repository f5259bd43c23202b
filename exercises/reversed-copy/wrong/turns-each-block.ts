export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const index =
    blockIdx.x * blockDim.x + (blockDim.x - 1 - threadIdx.x);
  return index < n ? index : null;
}
