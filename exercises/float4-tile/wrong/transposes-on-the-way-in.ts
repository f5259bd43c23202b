export const pitch = 32;

export function toTile(row: number, vector: number): number {
  return (vector * 32 + row) * 4;
}

export function fromTile(row: number, vector: number): number {
  return (vector * 32 + row) * 4;
}
