export const words = 64 * 17;

export function counter(bin: number, owner: number): number {
  return owner * 17 + bin;
}
