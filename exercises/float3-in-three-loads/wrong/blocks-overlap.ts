export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  pass: number,
): number | null {
  const index =
    blockIdx.x * blockDim.x + pass * blockDim.x + threadIdx.x;
  return index < count * 3 ? index : null;
}
