export const copies = 32;

export const words = 32 * 64;

export function word(channel: number, copy: number): number {
  return copy * 64 + channel;
}
