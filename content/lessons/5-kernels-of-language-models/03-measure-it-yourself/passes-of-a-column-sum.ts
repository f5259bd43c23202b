const columns = 64;
export function next({ threadIdx }: Thread, size: object, pass: number) {
  const lane = threadIdx.x;
  return pass * columns + lane;
}
