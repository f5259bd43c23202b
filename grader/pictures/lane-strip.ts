import type { VNode } from "preact";
import { el } from "#classroom/reports/el.ts";
import { WARP_SIZE, isActive, type WarpRequest } from "#simulator";
import { laneColors, laneInks } from "./lane-ramp.ts";
import { measures } from "./measures.ts";

/** The warp: 32 cells in lane colours. Lanes that the sentence names have a mark above them. */
export function laneStrip({ activeMask }: WarpRequest, named: readonly number[]): VNode[] {
  const lanes = Array.from({ length: WARP_SIZE }, (_, lane) => lane);
  const { lane: width, laneTop: y, laneHeight: height } = measures;
  const cells = lanes.map((lane) => {
    const active = isActive(activeMask, lane);
    const middle = laneX(lane) + width / 2;
    return el(
      "g",
      null,
      el("rect", { class: active ? "lane" : "lane out", x: laneX(lane), y, width, height, fill: active ? laneColors[lane] : undefined }),
      el(
        "text",
        { class: active ? undefined : "out-number", x: middle, y: y + height / 2, fill: active ? laneInks[lane] : undefined },
        lane,
      ),
    );
  });
  // Above all cells: a neighbour must not cover a rule.
  const marks = lanes.filter((lane) => named.includes(lane)).map((lane) => namedMark(lane));
  return [...cells, ...marks];
}

function namedMark(lane: number): VNode {
  const { lane: width, laneTop: y, laneHeight: height } = measures;
  const middle = laneX(lane) + width / 2;
  return el(
    "g",
    null,
    el("rect", { class: "named-rule", x: laneX(lane), y, width, height }),
    el("path", { class: "named-mark", d: `M${middle - 4.5} ${y - 10}h9l-4.5 7z` }),
  );
}

/** Left edge of a lane's cell. */
export function laneX(lane: number): number {
  return measures.gutter + lane * measures.lane;
}
