type Lookup = { tokens: number; dim: number; ids: readonly number[] };

function tokenOf({ threadIdx, blockIdx, blockDim }: Thread): number {
  return blockIdx.y * blockDim.y + threadIdx.y;
}

export function passes(thread: Thread, { dim }: Lookup): number {
  return Math.ceil(dim / 128);
}

export function read(thread: Thread, { tokens, dim }: Lookup, pass: number): number | null {
  const token = tokenOf(thread);
  const column = 4 * (pass * 32 + thread.threadIdx.x);
  return token < tokens && column < dim ? token * dim + column : null;
}

export function write(thread: Thread, { tokens, dim }: Lookup, pass: number): number | null {
  const token = tokenOf(thread);
  const column = 4 * (pass * 32 + thread.threadIdx.x);
  return token < tokens && column < dim ? token * dim + column : null;
}
