export const pitch = TILE + 2;
