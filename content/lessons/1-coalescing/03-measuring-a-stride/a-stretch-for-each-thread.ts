export function element(
  { threadIdx, blockIdx }: Thread,
  size: object,
  round: number,
) {
  const i = 32 * blockIdx.x + threadIdx.x;
  return 4 * i + round;
}
