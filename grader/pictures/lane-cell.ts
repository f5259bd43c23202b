import type { VNode } from "preact";
import { el } from "#classroom/reports/el.ts";
import { laneColors, laneInks } from "./lane-ramp.ts";

interface LaneCellPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Narrower cells, and lower ones, have no room for a number. */
const NUMBERED_WIDTH = 20;
const NUMBERED_HEIGHT = 10;

/** Bytes in the colour of the lane that wants them; cut into as many slices as lanes share them. */
export function laneCell(lanes: readonly number[], { x, y, width, height }: LaneCellPlace): VNode {
  const slice = width / lanes.length;
  const single = lanes.length === 1;
  return el(
    "g",
    null,
    lanes.map((lane, i) =>
      el("rect", { class: single ? "cell" : "slice", x: x + i * slice, y, width: slice, height, fill: laneColors[lane] }),
    ),
    width >= NUMBERED_WIDTH &&
      height >= NUMBERED_HEIGHT &&
      el("text", { x: x + width / 2, y: y + height / 2, fill: laneInks[lanes[0]] }, single ? lanes[0] : `×${lanes.length}`),
  );
}
