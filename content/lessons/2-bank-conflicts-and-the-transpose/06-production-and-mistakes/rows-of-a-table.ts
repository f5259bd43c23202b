const idOf = (token: number) => (token * 37) % 100;
export function index({ threadIdx }: Thread) {
  const token = 5;
  return idOf(token) * 768 + threadIdx.x;
}
