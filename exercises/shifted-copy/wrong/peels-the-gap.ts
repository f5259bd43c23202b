function place({ threadIdx, blockIdx, blockDim }: Thread, size: { from: number; n: number }): number | null {
  const head = size.from % 8;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < 32) return t < head ? t : null;
  const i = head + t - 32;
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
