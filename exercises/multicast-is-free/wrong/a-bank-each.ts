export const copies = 32;

export const words = 64 * 32;

export function word(channel: number, copy: number): number {
  return channel * 32 + copy;
}
