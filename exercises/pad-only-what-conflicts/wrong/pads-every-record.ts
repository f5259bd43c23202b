export const words = 64 * 9;

export function word(record: number, field: number): number {
  return record * 9 + field;
}
