export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, shift }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  const place = i % 32;
  return i < n ? i - place + ((place + shift) % 32) : null;
}

export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}
