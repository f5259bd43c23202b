export function fetch({ threadIdx }: Thread) {
  return threadIdx.x * 1024;
}
export function stage({ threadIdx }: Thread) {
  return threadIdx.x;
}
export function pick({ threadIdx }: Thread) {
  return threadIdx.x;
}
export function write({ threadIdx }: Thread) {
  return threadIdx.x;
}
