/** Words of a block: 64 records of 8 fields. */
export const words = 512;

/** The word for a field (0 to 7) of a record (0 to 63). */
export function word(
  record: number,
  field: number,
): number | null {
  return field * 64 + record;
}
