const slots = 16;
const chunks = 16;
export function index({ threadIdx }: Thread) {
  const key = threadIdx.x;
  const chunk = 0;
  const page = Math.floor(key / slots);
  const slot = key % slots;
  return page * slots * chunks + slot * chunks + chunk;
}
