export const words = 8 * 68;

export function word(record: number, field: number): number {
  return field * 68 + record;
}
