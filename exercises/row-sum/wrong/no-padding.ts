export const pitch = LANES;
