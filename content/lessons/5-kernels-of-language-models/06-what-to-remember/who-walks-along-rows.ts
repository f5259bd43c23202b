const rows = 1024;
export function index({ threadIdx }: Thread) {
  const row = 0;
  const column = threadIdx.x;
  return column * rows + row;
}
