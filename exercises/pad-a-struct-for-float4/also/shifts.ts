export const stride = 1 << 3;

export function vector({ threadIdx, blockIdx, blockDim }: Thread, size: { count: number }, part: number): number | null {
  const first = ((blockDim.x * blockIdx.x + threadIdx.x) << 3) | (part << 2);
  return first >= size.count << 3 ? null : first;
}
