/** Heights in CSS pixels, from the top of the drawing below the lanes. */

/** Where chips stand below their lanes. */
export const HOME_Y = 3;
export const CHIP_HEIGHT = 20;
/** The middle of the addresses, which are written upwards. */
export const ADDRESS_Y = HOME_Y + CHIP_HEIGHT + 17;
const FIRST_ROW_Y = ADDRESS_Y + 27;
/** A line's row, with room below for the names of its sectors. */
const ROW_PITCH = CHIP_HEIGHT + 18;
/** Room is kept for as many rows as most patterns need, so that the page does not jump when the pattern changes. */
const FEWEST_ROWS = 2;
export const SUPPLY_HEIGHT = 20;

/** A cell, in percent of the width: a lane, or 4 bytes of a line. */
export const CELL_PERCENT = 100 / 32;

export function rowY(row: number): number {
  return FIRST_ROW_Y + row * ROW_PITCH;
}

/** Where L2 and DRAM begin, below all rows. */
export function supplyY(rows: number): number {
  return rowY(Math.max(FEWEST_ROWS, rows)) + 4;
}
