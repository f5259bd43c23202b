// The third argument is the pass, 0 to 3. Each pass copies 64 elements, and hands them out in reverse.
const stages = 1;
export function read({ threadIdx }: Thread, size: object, pass: number) {
  return pass * 64 + threadIdx.x;
}
export function toStage({ threadIdx }: Thread, size: object, pass: number) {
  return (pass % stages) * 64 + threadIdx.x;
}
export function fromStage({ threadIdx }: Thread, size: object, pass: number) {
  return (pass % stages) * 64 + 63 - threadIdx.x;
}
export const write = read;
