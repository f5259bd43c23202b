const leftPitch = TILE;

const rightPitch = TILE + 1;

export const words = rightStart + TILE * rightPitch;

export function rightWord(row: number, column: number): number {
  return rightStart + row * rightPitch + column;
}
