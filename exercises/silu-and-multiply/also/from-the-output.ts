// Everything follows from the place in `out`; rows from last to first.
type Activation = { rows: number; d: number };

const vector = (t: Thread): number => t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
const row = (t: Thread, s: Activation): number => s.rows + ~t.blockIdx.y;

export const write = (t: Thread, s: Activation): number | null => (vector(t) >= s.d >> 3 ? null : row(t, s) * s.d + (vector(t) << 3));
export const gate = (t: Thread, s: Activation): number | null => {
  const place = write(t, s);
  return place === null ? null : place + s.d * Math.floor(place / s.d);
};
export const up = (t: Thread, s: Activation): number | null => {
  const place = write(t, s);
  return place === null ? null : place + s.d * Math.floor(place / s.d + 1);
};
