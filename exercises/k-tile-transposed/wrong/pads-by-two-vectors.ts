export const pitch = HEAD_DIM + 2 * VECTOR;
