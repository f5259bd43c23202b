type Seats = { start: number; freeBanks: readonly number[] };

export function word(lane: number, size: Seats): number {
  return (size.start + size.freeBanks[lane]) % 32;
}
