type Size = { frames: number; channels: number };

// Lanes in runs of eight, each run one sector of `out`; the
// runs of a warp are the channels of the same frames.
// The order of the lanes differs from a walk along the input,
// but the sectors are the same.

function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  frames: number,
  channels: number,
): { frame: number; channel: number } | null {
  const i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= frames * channels) return null;
  const tile = 8 * channels;
  const first = 8 * Math.floor(i / tile);
  const run = Math.min(8, frames - first);
  const inTile = i % tile;
  return {
    frame: first + (inTile % run),
    channel: Math.floor(inTile / run),
  };
}

export function read(
  thread: Thread,
  { frames, channels }: Size,
): number | null {
  const p = place(thread, frames, channels);
  return p && p.frame * channels + p.channel;
}

export function write(
  thread: Thread,
  { frames, channels }: Size,
): number | null {
  const p = place(thread, frames, channels);
  return p && p.channel * frames + p.frame;
}
