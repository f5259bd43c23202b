export function index({ threadIdx }: Thread) {
  return 5;
}
