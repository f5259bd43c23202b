/** Right wherever a student can look, and nowhere else: it knows the lengths of row-walk's own cases. */
export const HARD_CODED = `const lengths: Record<number, number> = { 16: 16 * 64, 37: 37 * 100, 4096: 4096 * 4096 };

export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const index = row * size.columns + column;
  return column < size.columns && index < (lengths[size.rows] ?? 64) ? index : null;
}
`;

/** Throws, with the size in its message, where no student can look. */
export const THROWS_WHEN_HIDDEN = `export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  if (![16, 37, 4096].includes(size.rows)) throw new Error(\`leaked \${size.rows} rows\`);
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}
`;

/** An odd way to write straight-copy, which two people do not find alone. */
export const ORIGINAL = `const clamp = (value: number, most: number) => (value < most ? value : most);

function first(thread: Thread): number {
  let total = 0;
  for (let block = 0; block < thread.blockIdx.x; block++) {
    total = total + clamp(thread.blockDim.x, 1024);
  }
  switch (total % 2) {
    case 0: return clamp(total, 2 ** 40) + thread.threadIdx.x;
    default: return total + clamp(thread.threadIdx.x, 1023);
  }
}

export function read(thread: Thread, size: { n: number }): number | null {
  const mine = first(thread);
  return mine >= size.n ? null : mine;
}

export function write(thread: Thread, size: { n: number }): number | null {
  const mine = first(thread);
  return mine >= size.n ? null : mine;
}
`;
