// The third argument is the pass, 0 to 3.
export function read({ threadIdx }: Thread, size: object, pass: number) {
  const row = threadIdx.y + 8 * pass;
  return row * 32 + threadIdx.x;
}
export const write = read;
