export function read({ threadIdx, blockIdx }: Thread) {
  const column = 32 * blockIdx.x + threadIdx.x;
  const row = 8 * blockIdx.y + threadIdx.y;
  return 64 * row + column;
}

export function write({ threadIdx, blockIdx }: Thread) {
  const column = 32 * blockIdx.x + threadIdx.x;
  const row = 8 * blockIdx.y + threadIdx.y;
  return 64 * row + column;
}
