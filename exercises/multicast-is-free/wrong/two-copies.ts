export const copies = 2;

export const words = 2 * 65;

export function word(channel: number, copy: number): number {
  return copy * 65 + channel;
}
