type Size = { columns: number; slant: number };

const gcd = (a: number, b: number): number =>
  b === 0 ? a : gcd(b, a % b);

export function pitch({ columns, slant }: Size): number {
  let words = columns;
  while (gcd(words + slant, 32) > 1) words++;
  return words;
}
