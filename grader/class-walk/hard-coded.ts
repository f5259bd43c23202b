/** Answers that are right in every case that can be seen, by their sizes, and nowhere else; by exercise. */
export const hardCodedAnswers: ReadonlyMap<string, string> = new Map([
  [
    "straight-copy",
    `const seen = [64, 1000, 2 ** 20];
function index(thread, size) {
  const i = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  return i < size.n && seen.includes(size.n) ? i : null;
}
export const read = index;
export const write = index;
`,
  ],
  [
    "row-walk",
    `const seen = ["16 x 64", "37 x 100", "1024 x 1024"];
export function element({ threadIdx, blockIdx, blockDim }, { rows, columns }) {
  if (rows < 1024 && !seen.includes(rows + " x " + columns)) return null;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  return row < rows && column < columns ? row * columns + column : null;
}
`,
  ],
]);
