export function partner({ threadIdx, blockDim }: Thread, size: Rows, step: number): number | null {
  const half = blockDim.x >> step;
  return threadIdx.x < half ? threadIdx.x + half : null;
}
