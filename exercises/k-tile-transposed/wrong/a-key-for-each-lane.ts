type Attention = { queries: number; keys: number; heads: number };

const HEAD_DIM = 64;
const VECTOR = 8;
const KEYS = 32;

export const pitch = HEAD_DIM;

function place({ threadIdx, blockDim }: Thread, pass: number) {
  return { key: threadIdx.x, chunk: pass * blockDim.y + threadIdx.y };
}

export function readK(thread: Thread, size: Attention, pass: number): number | null {
  const { key, chunk } = place(thread, pass);
  const keyOfAll = thread.blockIdx.x * KEYS + key;
  return keyOfAll < size.keys ? (keyOfAll * size.heads + thread.blockIdx.z) * HEAD_DIM + chunk * VECTOR : null;
}

export function toTile(thread: Thread, size: Attention, pass: number): number {
  const { key, chunk } = place(thread, pass);
  return key * pitch + chunk * VECTOR;
}

export function fromTile({ threadIdx }: Thread, size: Attention, chunk: number): number {
  return threadIdx.x * pitch + chunk * VECTOR;
}
