export const pitch = LANES + 4;
