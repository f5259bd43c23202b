type Seats = { start: number; freeBanks: readonly number[] };

/** The word of the array, 0 to 31, that this lane (0 to 15) uses. */
export function word(lane: number, size: Seats): number | null {
  return lane;
}
