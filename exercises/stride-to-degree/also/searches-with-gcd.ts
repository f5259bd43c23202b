const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

export function pitch(size: { columns: number; slant: number }): number {
  let words = size.columns;
  while (gcd(words + size.slant, 32) > 1) words++;
  return words;
}
