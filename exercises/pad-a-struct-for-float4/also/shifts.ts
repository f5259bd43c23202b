type Size = { count: number };

export const stride = 1 << 3;

export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  part: number,
): number | null {
  const first =
    ((blockDim.x * blockIdx.x + threadIdx.x) << 3) |
    (part << 2);
  return first >= count << 3 ? null : first;
}
