export function index({ threadIdx }: Thread) {
  const side = 4096;
  const column = threadIdx.x;
  const row = 0;
  return column * side + row;
}
