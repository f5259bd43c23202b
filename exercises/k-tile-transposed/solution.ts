type Size = {
  queries: number;
  keys: number;
  heads: number;
};

const HEAD_DIM = 64;
const VECTOR = 8;
const CHUNKS = HEAD_DIM / VECTOR;
const KEYS = 32;

/**
 * One vector more than a key needs: the same chunk of eight
 * keys is then in eight different groups of four banks.
 */
export const pitch = HEAD_DIM + VECTOR;

/**
 * Eight neighbouring lanes bring one key; a warp brings four.
 */
function place({ threadIdx, blockDim }: Thread, pass: number) {
  const number =
    (pass * blockDim.y + threadIdx.y) * blockDim.x +
    threadIdx.x;
  return {
    key: Math.floor(number / CHUNKS),
    chunk: number % CHUNKS,
  };
}

export function readK(
  thread: Thread,
  { keys, heads }: Size,
  pass: number,
): number | null {
  const { blockIdx } = thread;
  const { key, chunk } = place(thread, pass);
  const keyOfAll = blockIdx.x * KEYS + key;
  return keyOfAll < keys
    ? (keyOfAll * heads + blockIdx.z) * HEAD_DIM +
        chunk * VECTOR
    : null;
}

export function toTile(
  thread: Thread,
  size: Size,
  pass: number,
): number {
  const { key, chunk } = place(thread, pass);
  return key * pitch + chunk * VECTOR;
}

/**
 * A lane walks along its own key; the warp goes down a column.
 */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  chunk: number,
): number {
  return threadIdx.x * pitch + chunk * VECTOR;
}
