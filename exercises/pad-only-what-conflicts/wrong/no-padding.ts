export const words = 512;

export function word(record: number, field: number): number {
  return record * 8 + field;
}
