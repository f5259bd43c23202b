export function first(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return write(thread, size, pass) === null
    ? null
    : at(threadIdx.y + ROWS * pass, 2 * threadIdx.x);
}

export function second(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return write(thread, size, pass) === null
    ? null
    : at(threadIdx.y + ROWS * pass, 2 * threadIdx.x + 1);
}
