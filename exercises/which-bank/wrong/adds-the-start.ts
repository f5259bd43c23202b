export function word(lane: number, size: Seats): number {
  return (size.start + size.freeBanks[lane]) % 32;
}
