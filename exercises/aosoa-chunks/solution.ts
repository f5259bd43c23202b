const FIELDS = 6;

/** Items per chunk: as many as a warp has lanes. */
const CHUNK = 32;

/**
 * An array of chunks, each a struct of arrays: a warp finds a
 * field of its 32 items side by side.
 */
export function address(item: number, field: number): number {
  const chunk = Math.floor(item / CHUNK);
  const place = item % CHUNK;
  return (chunk * FIELDS + field) * CHUNK + place;
}
