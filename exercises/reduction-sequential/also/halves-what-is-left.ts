type Size = { n: number; passes: number };

function wordsLeft(
  { blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number {
  let left = Math.min(blockDim.x, n - blockIdx.x * blockDim.x);
  for (let done = 0; done < pass; done++)
    left = Math.ceil(left / 2);
  return left;
}

export function into(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return threadIdx.x <
    Math.floor(wordsLeft(thread, size, pass) / 2)
    ? threadIdx.x
    : null;
}

export function from(
  thread: Thread,
  size: Size,
  pass: number,
): number {
  const { threadIdx } = thread;
  return (
    threadIdx.x + Math.ceil(wordsLeft(thread, size, pass) / 2)
  );
}
