export const pitch = TILE;
