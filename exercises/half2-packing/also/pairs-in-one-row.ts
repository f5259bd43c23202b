// All threads of the grid in one line, block after block: the pairs are numbered across the whole matrix, whatever its rows.
const number = ({ threadIdx: t, blockIdx: b, blockDim: d, gridDim: g }: Thread): number => ((b.y * g.x + b.x) * d.y + t.y) * d.x + t.x;

export const pair = (thread: Thread, s: { rows: number; columns: number }): number | null => {
  const first = number(thread) << 1;
  return first < s.rows * s.columns ? first : null;
};

export const biasPair = (thread: Thread, s: { rows: number; columns: number }): number | null => {
  const first = pair(thread, s);
  return first === null ? null : first % s.columns;
};
