const indices = Array.from({ length: 256 }, (_, i) => {
  return (i * 2654435761) % 1024;
});
export function index({ threadIdx }: Thread) {
  return indices[threadIdx.x] ?? null;
}
