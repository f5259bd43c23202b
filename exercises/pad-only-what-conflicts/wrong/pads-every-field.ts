export const words = 8 * 65;

export function word(record: number, field: number): number {
  return field * 65 + record;
}
