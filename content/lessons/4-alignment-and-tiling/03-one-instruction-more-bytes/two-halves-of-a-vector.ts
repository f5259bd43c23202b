// Pass 0 loads the front half, pass 1 the back half.
export function vector({ threadIdx }: Thread, size: object, pass: number) {
  const lane = threadIdx.x;
  return 8 * lane + 4 * pass;
}
