const ROOM = 1056;

export function address(item: number, field: number): number {
  return field * ROOM + item;
}
