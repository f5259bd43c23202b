/** All in CSS pixels. A warp's picture: a line of words, the lanes, the indices, a fan of connectors, the array. */
export const WORDS_HEIGHT = 20;
export const CHIP_HEIGHT = 17;
const FAN_HEIGHT = 24;
export const ROW_HEIGHT = 15;
const ROW_PITCH = 18;
const WARP_GAP = 14;

/** Top of a row of the array, from the top of the indices. */
export function rowTop(row: number): number {
  return CHIP_HEIGHT + FAN_HEIGHT + row * ROW_PITCH;
}

/** Height of the indices and the array below them. */
export function arrayPixels(rows: number): number {
  return rowTop(rows - 1) + ROW_HEIGHT + 2;
}

/** From a warp to the one below it. */
export function warpPitch(rows: number, laneStripHeight: number): number {
  return WORDS_HEIGHT + laneStripHeight + arrayPixels(rows) + WARP_GAP;
}
