export const words = 64 * 16;

export function counter(bin: number, owner: number): number {
  return owner * 16 + bin;
}
