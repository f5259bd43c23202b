const where = (i: number) => (1031 * i) % 4096;

export function index({ threadIdx }: Thread) {
  return where(threadIdx.x);
}
