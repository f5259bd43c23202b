// Each warp has its own 512 words; within them, row = bin and
// column = lane, mirrored.
export const words = 2 * 512;

export const counter = (bin: number, owner: number): number =>
  ((owner >> 5) << 9) | (bin << 5) | (31 - (owner & 31));
