const THREADS = 64;

export const words = 16 * THREADS;

/**
 * Whatever the bin, the bank is owner % 32: a lane never
 * leaves its own.
 */
export function counter(bin: number, owner: number): number {
  return bin * THREADS + owner;
}
