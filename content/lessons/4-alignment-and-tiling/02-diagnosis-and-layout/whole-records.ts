export function index({ threadIdx }: Thread) {
  return 4 * threadIdx.x; // a record, as float4
}
