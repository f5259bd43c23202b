/**
 * 16 bytes more than a row has: eight rows begin in eight
 * different groups of four banks.
 */
export const pitch = 64 + 8;
