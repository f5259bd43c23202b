type Size = {
  tokens: number;
  dim: number;
  vocabulary: number;
  ids: readonly number[];
};

const VECTOR = 4;
const LANES = 32;

/** One warp per token. */
function tokenOf({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return blockIdx.y * blockDim.y + threadIdx.y;
}

/** The warp moves along the row, 32 vectors per pass. */
function columnOf({ threadIdx }: Thread, pass: number): number {
  return VECTOR * (pass * LANES + threadIdx.x);
}

export function passes(thread: Thread, { dim }: Size): number {
  return Math.ceil(dim / (VECTOR * LANES));
}

export function read(
  thread: Thread,
  { tokens, dim, ids }: Size,
  pass: number,
): number | null {
  const token = tokenOf(thread);
  const column = columnOf(thread, pass);
  return token < tokens && column < dim
    ? ids[token] * dim + column
    : null;
}

export function write(
  thread: Thread,
  { tokens, dim }: Size,
  pass: number,
): number | null {
  const token = tokenOf(thread);
  const column = columnOf(thread, pass);
  return token < tokens && column < dim
    ? token * dim + column
    : null;
}
