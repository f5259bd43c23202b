export function index({ threadIdx }: Thread) {
  const i = threadIdx.x;
  const chunk = 32;
  const field = 3;
  return Math.floor(i / chunk) * 8 * chunk + field * chunk + (i % chunk);
}
