export const copies = 1;
export const words = 1 << 6;
export const word = (channel: number, copy: number): number =>
  63 ^ channel ^ copy;
