export const pitch = 64 + 1;
