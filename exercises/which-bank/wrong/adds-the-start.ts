export function word(
  lane: number,
  { start, freeBanks }: Size,
): number {
  return (start + freeBanks[lane]) % 32;
}
