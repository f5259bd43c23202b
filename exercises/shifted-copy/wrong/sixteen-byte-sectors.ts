function place({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; n: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x - (size.from % 4);
  return i >= 0 && i < size.n ? i : null;
}

export function read(thread: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = place(thread, size);
  return i === null ? null : size.from + i;
}

export function write(thread: Thread, size: { from: number; to: number; n: number }): number | null {
  const i = place(thread, size);
  return i === null ? null : size.to + i;
}
