export const pitch = 64 + 2;
