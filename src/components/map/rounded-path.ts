export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An SVG path through points, with its corners rounded by a radius, or by less where a side is too short for it. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...rest] = points;
  const corners = rest.slice(0, -1).map((corner, i) => {
    const [before, after] = [points[i], rest[i + 1]];
    const reach = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    const [into, out] = [toward(corner, before, reach), toward(corner, after, reach)];
    return `L${into.x} ${into.y}Q${corner.x} ${corner.y} ${out.x} ${out.y}`;
  });
  const last = points[points.length - 1];
  return `M${first.x} ${first.y}${corners.join("")}L${last.x} ${last.y}`;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The point that lies a way off from one towards the other. */
function toward(from: Point, to: Point, way: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) * way) / length, y: from.y + ((to.y - from.y) * way) / length };
}
