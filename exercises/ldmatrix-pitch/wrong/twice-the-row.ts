export const pitch = 128;
