export const words = 64 * 33;

export function word(channel: number, copy: number): number {
  return channel * 33 + copy;
}
