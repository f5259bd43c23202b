export function read({ threadIdx, blockIdx, gridDim }: Thread, size: Recording): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  return i < size.frames * size.channels ? i : null;
}
