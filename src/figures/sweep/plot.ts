import { scaleLinear, scaleLog } from "d3-scale";
import { curveLinear, line } from "d3-shape";
import type { ChartFrame, Tick } from "../drawing/chart.tsx";
import { count, percent } from "#pictures/format.ts";
import type { Curve } from "./curves.ts";
import type { Model } from "./model.ts";

const [WIDTH, HEIGHT] = [470, 350];
export const FRAME: ChartFrame = { width: WIDTH, height: HEIGHT, left: 52, right: WIDTH - 50, top: 26, bottom: HEIGHT - 42 };

/** Where things stand in the chart. */
export interface Plot {
  readonly x: (value: number) => number;
  readonly y: (share: number) => number;
  /** The value of the sweep nearest to a place. */
  readonly valueAt: (x: number) => number;
  readonly path: (curve: Curve) => string;
  readonly valueTicks: readonly Tick[];
  readonly shareTicks: readonly Tick[];
  readonly speedTicks: readonly Tick[];
}

/** Shares that halve from tick to tick, down to what 32 whole lines for 32 floats come to. */
const HALVES = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32];
const QUARTERS = [0, 1 / 4, 1 / 2, 3 / 4, 1];

export function plotOf({ walk, fullGBps }: Pick<Model, "walk" | "fullGBps">): Plot {
  const shares = walk.doubling ? HALVES : QUARTERS;
  const x = (walk.doubling ? scaleLog().base(2) : scaleLinear()).domain([walk.from, walk.to]).range([FRAME.left, FRAME.right]);
  const lowest = Math.min(...shares);
  const y = (walk.doubling ? scaleLog() : scaleLinear()).domain([lowest, 1]).range([FRAME.bottom, FRAME.top]);
  const speeds = (walk.doubling ? scaleLog() : scaleLinear()).domain([lowest * fullGBps, fullGBps]);
  const draw = line<{ value: number; share: number }>(
    ({ value }) => x(value),
    ({ share }) => y(share),
  ).curve(curveLinear);
  const roundSpeeds = walk.doubling ? speeds.ticks().filter((speed) => /^[125]0*$/.test(String(speed))) : speeds.ticks(5);
  return {
    x,
    y,
    valueAt: (place) => Math.min(walk.to, Math.max(walk.from, Math.round(x.invert(place)))),
    path: ({ points }) => draw(points) ?? "",
    valueTicks: valueTicks(walk.doubling, walk.to).map((value) => ({ at: x(value), text: String(value) })),
    shareTicks: shares.map((share) => ({ at: y(share), text: percent(share) })),
    speedTicks: roundSpeeds.map((speed) => ({ at: y(speed / fullGBps), text: count(speed) })),
  };
}

/** Doublings, or whole sectors of floats. */
function valueTicks(doubling: boolean, to: number): number[] {
  return doubling ? [1, 2, 4, 8, 16, 32].filter((value) => value <= to) : [0, 8, 16, 24, 32].filter((value) => value <= to);
}
