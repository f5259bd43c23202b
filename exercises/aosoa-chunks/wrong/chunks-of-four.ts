const CHUNK = 4;

export function address(item: number, field: number): number {
  const chunk = Math.floor(item / CHUNK);
  return (chunk * 6 + field) * CHUNK + (item % CHUNK);
}
