export const pitch = HEAD_DIM + 2;
