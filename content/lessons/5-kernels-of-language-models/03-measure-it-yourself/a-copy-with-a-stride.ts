const stride = 8;
export function read({ threadIdx }: Thread) {
  return stride * threadIdx.x;
}
export function write({ threadIdx }: Thread) {
  return stride * threadIdx.x;
}
