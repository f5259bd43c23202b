/** Copies of the table; lane i uses copy i % copies. */
export const copies = 32;

/** Words of shared memory, for all copies together. */
export const words = 32 * 64;

/** The word that holds this copy of the channel's bias. */
export function word(
  channel: number,
  copy: number,
): number | null {
  return copy * 64 + channel;
}
