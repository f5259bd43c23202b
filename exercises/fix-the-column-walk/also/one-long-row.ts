// A matrix stored row by row is one long row: number the threads of a layer of blocks, and forget about two dimensions.
export function element(thread: Thread, { rows, columns }: { rows: number; columns: number }): number | null {
  const { threadIdx: t, blockIdx: b, blockDim, gridDim } = thread;
  const threadsPerBlock = blockDim.x * blockDim.y;
  const number = (b.y * gridDim.x + b.x) * threadsPerBlock + t.y * blockDim.x + t.x;
  const matrixLength = rows * columns;
  if (number >= matrixLength) return null;
  return b.z * matrixLength + number;
}
