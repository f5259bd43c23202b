function place({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; n: number }): number | null {
  const firstWhole = Math.ceil(size.from / 8) * 8;
  const i = firstWhole - size.from + blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}

export function read(thread: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = place(thread, size);
  return i === null ? null : size.from + i;
}

export function write(thread: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = place(thread, size);
  return i === null ? null : size.to + i;
}
