export function word(
  lane: number,
  { freeBanks }: Size,
): number {
  return freeBanks[lane];
}
