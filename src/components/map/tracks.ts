/** A stretch of a channel that lines of one owner take up, in any unit. */
export interface Stretch {
  readonly owner: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Which track of a channel each owner's lines run on, from 0: owners whose stretches touch get different tracks, the one that
 * begins first the lowest that is free. Stretches of one owner run on one track.
 */
export function tracksOf(stretches: readonly Stretch[]): ReadonlyMap<string, number> {
  const whole = new Map<string, Stretch>();
  for (const { owner, from, to } of stretches) {
    const known = whole.get(owner);
    const [first, last] = [Math.min(from, to, known?.from ?? Infinity), Math.max(from, to, known?.to ?? -Infinity)];
    whole.set(owner, { owner, from: first, to: last });
  }
  const ends: number[] = [];
  const tracks = new Map<string, number>();
  for (const { owner, from, to } of [...whole.values()].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const free = ends.findIndex((end) => end < from);
    const track = free < 0 ? ends.length : free;
    ends[track] = to;
    tracks.set(owner, track);
  }
  return tracks;
}
