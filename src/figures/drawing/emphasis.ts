/** How strongly a part of a figure is drawn: lit when it is pointed at, dim when something else is. */
export type Emphasis = "plain" | "lit" | "dim";

/** The emphasis of something that belongs to `lanes` while the lanes in `pointed` are pointed at; undefined: none is. */
export function emphasisOf(lanes: readonly number[], pointed: ReadonlySet<number> | undefined): Emphasis {
  if (!pointed) return "plain";
  return lanes.some((lane) => pointed.has(lane)) ? "lit" : "dim";
}
