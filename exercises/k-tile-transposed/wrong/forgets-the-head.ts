export function readK(thread: Thread, size: Attention, pass: number): number | null {
  const { key, chunk } = place(thread, pass);
  const keyOfAll = thread.blockIdx.x * KEYS + key;
  return keyOfAll < size.keys ? keyOfAll * HEAD_DIM + chunk * VECTOR : null;
}
