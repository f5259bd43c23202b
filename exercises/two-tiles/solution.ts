const TILE = 32;

/**
 * Only the left tile is read down its columns: only its rows
 * need a spare word.
 */
const leftPitch = TILE + 1;
const rightStart = TILE * leftPitch;

export const words = rightStart + TILE * TILE;

export function leftWord(row: number, column: number): number {
  return row * leftPitch + column;
}

export function rightWord(row: number, column: number): number {
  return rightStart + row * TILE + column;
}
