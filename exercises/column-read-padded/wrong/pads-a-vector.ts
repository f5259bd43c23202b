export const pitch = 36;
