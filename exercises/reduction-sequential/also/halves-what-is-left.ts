// No powers of two: of `left` words the upper floor(left / 2) are added to the lowest ones.
type Sums = { n: number; passes: number };

function wordsLeft({ blockIdx, blockDim }: Thread, size: Sums, pass: number): number {
  let left = Math.min(blockDim.x, size.n - blockIdx.x * blockDim.x);
  for (let done = 0; done < pass; done++) left = Math.ceil(left / 2);
  return left;
}

export function into(thread: Thread, size: Sums, pass: number): number | null {
  return thread.threadIdx.x < Math.floor(wordsLeft(thread, size, pass) / 2) ? thread.threadIdx.x : null;
}

export function from(thread: Thread, size: Sums, pass: number): number {
  return thread.threadIdx.x + Math.ceil(wordsLeft(thread, size, pass) / 2);
}
