export function index({ threadIdx }: Thread) {
  return 31 - threadIdx.x;
}
