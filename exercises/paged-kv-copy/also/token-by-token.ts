// From the place in `keys` to the token, and from there through the table, as a kernel for any page size would.
type Sequence = { tokens: number; heads: number; headDim: number; blockTable: readonly number[] };

const token = (s: Sequence): number => s.heads * s.headDim;
const local = (t: Thread, pass: number): number => (pass * t.blockDim.x + t.threadIdx.x) << 3;

export const write = (t: Thread, s: Sequence, pass: number): number | null => {
  const place = t.blockIdx.x * 16 * token(s) + local(t, pass);
  return local(t, pass) >= 16 * token(s) || place >= s.tokens * token(s) ? null : place;
};

export const read = (t: Thread, s: Sequence, pass: number): number | null => {
  const place = write(t, s, pass);
  if (place === null) return null;
  const position = Math.floor(place / token(s));
  const slot = (s.blockTable[position >> 4] << 4) | (position & 15);
  return slot * token(s) + (place % token(s));
};
