/** Words of shared memory that a block uses: 16 bins for each of 64 threads. */
export const words = 1024;

/** The word of this bin's counter (0 to 15) for this thread of the block (0 to 63). */
export function counter(bin: number, owner: number): number | null {
  return owner * 16 + bin;
}
