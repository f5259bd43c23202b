// Still down the columns, eight of them at a time: an even lane and the odd one after it share a sector.
type Strip = { rows: number; columns: number; from: number; width: number };

const inStrip = (t: Thread, size: Strip, pitch: number): number | null => {
  const number = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
  const pair = number >> 1;
  const column = (Math.floor(pair / size.rows) << 3) | ((number & 1) << 2);
  return column < size.width ? (pair % size.rows) * pitch + column : null;
};

export const read = (t: Thread, size: Strip): number | null => {
  const i = inStrip(t, size, size.columns);
  return i === null ? null : i + size.from;
};

export const write = (t: Thread, size: Strip): number | null => inStrip(t, size, size.width);
