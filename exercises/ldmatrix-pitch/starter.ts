/** Halves from one row of the tile to the next. */
export const pitch = 64;
