export function index({ threadIdx }: Thread) {
  return 4 * threadIdx.x; // the first of this lane's four floats
}
