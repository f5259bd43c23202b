export function word(
  lane: number,
  { start, freeBanks }: Size,
): number {
  return freeBanks[lane] - (start % 32);
}
