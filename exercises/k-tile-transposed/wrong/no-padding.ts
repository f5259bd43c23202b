export const pitch = HEAD_DIM;
