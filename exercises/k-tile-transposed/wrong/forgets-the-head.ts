export function readK(
  thread: Thread,
  { keys }: Size,
  pass: number,
): number | null {
  const { blockIdx } = thread;
  const { key, chunk } = place(thread, pass);
  const keyOfAll = blockIdx.x * KEYS + key;
  return keyOfAll < keys
    ? keyOfAll * HEAD_DIM + chunk * VECTOR
    : null;
}
