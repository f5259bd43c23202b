export function address(item: number, field: number): number {
  const chunk = Math.floor(item / CHUNK);
  return chunk * CHUNK + field * CHUNK + (item % CHUNK);
}
