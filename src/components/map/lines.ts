// What both layouts of the map need to draw lines: paths with rounded corners, and tracks for lines that run side by side.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An SVG path through points, with its corners rounded by a radius, or by less where a side is too short for it. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a path needs points");
  const corners = points.map((corner, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    if (before === undefined || after === undefined) return "";
    const reach = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const start = toward(corner, before, reach);
    const end = toward(corner, after, reach);
    return `L${start.x} ${start.y}Q${corner.x} ${corner.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y}${corners.join("")}L${last.x} ${last.y}`;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The point at a distance from one point in the direction of another. */
function toward(from: Point, to: Point, away: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) * away) / length, y: from.y + ((to.y - from.y) * away) / length };
}

/** The part of a channel that the lines of one owner occupy, in any unit. */
export interface Stretch {
  readonly owner: string;
  readonly from: number;
  readonly to: number;
}

/**
 * The track of a channel that each owner's lines run on, from 0. Owners whose stretches touch get different tracks; in the order in
 * which they begin, each gets the lowest free one. All stretches of one owner are on one track.
 */
export function tracksOf(stretches: readonly Stretch[]): ReadonlyMap<string, number> {
  const whole = new Map<string, Stretch>();
  for (const { owner, from, to } of stretches) {
    const known = whole.get(owner);
    const first = Math.min(from, to, known?.from ?? Infinity);
    const last = Math.max(from, to, known?.to ?? -Infinity);
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
