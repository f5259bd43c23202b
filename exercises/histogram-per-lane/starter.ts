/** Words of a block: 16 bins for each of 64 threads. */
export const words = 1024;

/**
 * The word of a bin's counter (0 to 15) for a thread of
 * the block (0 to 63).
 */
export function counter(
  bin: number,
  owner: number,
): number | null {
  return owner * 16 + bin;
}
