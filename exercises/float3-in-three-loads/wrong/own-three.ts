export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  pass: number,
): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < count ? item * 3 + pass : null;
}

export function toTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * 3 + pass;
}
