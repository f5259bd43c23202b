export function word(lane: number, size: Seats): number {
  return size.freeBanks[lane];
}
