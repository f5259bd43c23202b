/**
 * One table for all: a word goes to every lane that asks for
 * it, in the same wavefront.
 */
export const copies = 1;

export const words = 64;

export function word(channel: number): number {
  return channel;
}
