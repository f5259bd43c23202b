export const words = 512;

export function word(record: number, field: number): number {
  return field * 64 + record;
}
