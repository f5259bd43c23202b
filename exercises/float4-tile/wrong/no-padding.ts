export const pitch = 32;
