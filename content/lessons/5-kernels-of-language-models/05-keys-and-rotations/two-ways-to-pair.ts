export function first({ threadIdx }: Thread) {
  return 2 * threadIdx.x;
}
export function second({ threadIdx }: Thread) {
  return 2 * threadIdx.x + 1;
}
