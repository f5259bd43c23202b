const leftPitch = TILE;

export function leftWord(row: number, column: number): number {
  return column * leftPitch + row;
}

export function rightWord(row: number, column: number): number {
  return rightStart + column * TILE + row;
}
