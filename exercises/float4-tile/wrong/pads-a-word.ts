export const pitch = 33;
