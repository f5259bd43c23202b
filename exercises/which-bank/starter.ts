type Size = { start: number; freeBanks: readonly number[] };

/**
 * The word of the array, 0 to 31, that a lane (0 to 15) uses.
 */
export function word(
  lane: number,
  { start, freeBanks }: Size,
): number | null {
  return lane;
}
