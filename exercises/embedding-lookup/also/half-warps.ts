// Two tokens per warp, sixteen lanes each, twice the passes: the same requests and sectors where there is a token for each half.
// An odd number of tokens would leave half a warp idle in all of its passes, so the last token of an odd text gets a whole warp.
type Lookup = { tokens: number; dim: number; ids: readonly number[] };

const warp = (t: Thread): number => (t.blockIdx.y << 2) | t.threadIdx.y;
const alone = (t: Thread, s: Lookup): boolean => 2 * warp(t) + 1 === s.tokens;
const lanes = (t: Thread, s: Lookup): number => (alone(t, s) ? 32 : 16);
const token = (t: Thread, s: Lookup): number => 2 * warp(t) + (alone(t, s) ? 0 : t.threadIdx.x >> 4);
const column = (t: Thread, s: Lookup, pass: number): number => (pass * lanes(t, s) + (t.threadIdx.x & (lanes(t, s) - 1))) << 2;

export const passes = (t: Thread, s: Lookup): number =>
  token(t, s) < s.tokens ? Math.max(0, Math.ceil((s.dim - column(t, s, 0)) / (4 * lanes(t, s)))) : 0;
export const read = (t: Thread, s: Lookup, pass: number): number => s.ids[token(t, s)] * s.dim + column(t, s, pass);
export const write = (t: Thread, s: Lookup, pass: number): number => token(t, s) * s.dim + column(t, s, pass);
