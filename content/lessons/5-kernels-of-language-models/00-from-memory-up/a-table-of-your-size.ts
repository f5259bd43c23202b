export function index({ threadIdx }: Thread) {
  const size = 1048576;
  return (threadIdx.x * 2654435761) % size;
}
