const BANKS = 32;

export const words = 512 + 512 / BANKS;

/**
 * A spare word after every 32: a warp's run of 32 words stays
 * whole, and every fourth record begins one bank later.
 */
export function word(record: number, field: number): number {
  const plain = record * 8 + field;
  return plain + Math.floor(plain / BANKS);
}
