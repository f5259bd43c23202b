export const pitch = 36;

export function toTile(row: number, vector: number): number {
  return row * 9 + vector;
}

export function fromTile(row: number, vector: number): number {
  return row * 9 + vector;
}
