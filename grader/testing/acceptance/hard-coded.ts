import rowWalk from "#exercises/row-walk/exercise.ts";
import straightCopy from "#exercises/straight-copy/exercise.ts";

/** Answers that are right in every case that can be seen, by their sizes, and nowhere else; by exercise. */
export const hardCodedAnswers: ReadonlyMap<string, string> = new Map([
  [
    straightCopy.id,
    `const seen = ${JSON.stringify(straightCopy.cases.map(({ size }) => size.n))};
function index(thread, size) {
  const i = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  return i < size.n && seen.includes(size.n) ? i : null;
}
export const read = index;
export const write = index;
`,
  ],
  [
    rowWalk.id,
    `const seen = ${JSON.stringify(rowWalk.cases.map(({ size }) => size))};
export function element({ threadIdx, blockIdx, blockDim }, { rows, columns }) {
  if (!seen.some((size) => size.rows === rows && size.columns === columns)) return null;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  return row < rows && column < columns ? row * columns + column : null;
}
`,
  ],
]);
