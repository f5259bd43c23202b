export const pitch = 64 + 16;
