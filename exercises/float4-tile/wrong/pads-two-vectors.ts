export const pitch = 40;

export function toTile(row: number, vector: number): number {
  return row * pitch + vector * 4;
}

export function fromTile(row: number, vector: number): number {
  return row * pitch + vector * 4;
}
