const threads = 128;
const passes = 4;
export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  size: object,
  pass: number,
) {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return 4 * (number + pass * threads);
}
export const result = vector;
