type Size = { start: number; freeBanks: readonly number[] };

/**
 * The last lane takes the first free bank; the low five bits
 * wrap around by themselves.
 */
export const word = (
  lane: number,
  { start, freeBanks }: Size,
): number => (freeBanks[15 - lane] + ~start + 1) & 31;
