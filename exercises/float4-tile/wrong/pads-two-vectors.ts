export const pitch = 40;
