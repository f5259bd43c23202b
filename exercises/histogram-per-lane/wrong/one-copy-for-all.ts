export const words = 16;

export function counter(bin: number, owner: number): number {
  return bin;
}
