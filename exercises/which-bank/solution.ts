type Seats = { start: number; freeBanks: readonly number[] };

const BANKS = 32;

/** Word w of the array lies in bank (start + w) % 32: from the bank back to w. */
export function word(lane: number, size: Seats): number {
  return (size.freeBanks[lane] - (size.start % BANKS) + BANKS) % BANKS;
}
