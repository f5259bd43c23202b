type Size = { start: number; freeBanks: readonly number[] };

const BANKS = 32;

/**
 * Word w of the array is in bank (start + w) % 32; this goes
 * from the bank back to w.
 */
export function word(
  lane: number,
  { start, freeBanks }: Size,
): number {
  return (freeBanks[lane] - (start % BANKS) + BANKS) % BANKS;
}
