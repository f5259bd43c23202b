export const pitch = 64 + 0;
