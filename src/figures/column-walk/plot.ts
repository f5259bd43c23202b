import { scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import type { ChartFrame, Tick } from "../drawing/chart-frame.ts";
import { count, percent } from "#pictures/format.ts";
import { STOPS, type Curve, type Stop } from "./curves.ts";
import type { Together } from "./walk.ts";

const [WIDTH, HEIGHT] = [490, 356];
export const FRAME: ChartFrame = { width: WIDTH, height: HEIGHT, left: 46, right: WIDTH - 52, top: 26, bottom: HEIGHT - 48 };

/** Where things stand in the chart. */
export interface Plot {
  readonly x: (stop: Stop) => number;
  readonly y: (share: number) => number;
  /** The walk nearest to a place. */
  readonly togetherAt: (x: number) => Together;
  readonly path: (curve: Curve) => string;
  readonly stopTicks: readonly Tick[];
  readonly shareTicks: readonly Tick[];
  readonly speedTicks: readonly Tick[];
}

const QUARTERS = [0, 1 / 4, 1 / 2, 3 / 4, 1];
/** Air above 100 %, for walks that outrun whole rows by the noise of a clock. */
const HEADROOM = 1.04;

export function plotOf(rowGBps: number): Plot {
  const place = scalePoint<Stop>().domain(STOPS).range([FRAME.left, FRAME.right]).padding(0.4);
  const x = (stop: Stop) => place(stop) ?? NaN;
  const y = scaleLinear().domain([0, HEADROOM]).range([FRAME.bottom, FRAME.top]);
  const speeds = scaleLinear().domain([0, HEADROOM * rowGBps]);
  const draw = line<number | undefined>(
    (_, i) => x(STOPS[i]),
    (share) => y(share ?? NaN),
  ).defined((share) => share !== undefined);
  const togethers = STOPS.filter((stop) => stop !== "row");
  return {
    x,
    y,
    togetherAt: (place) => togethers.reduce((best, stop) => (Math.abs(x(stop) - place) < Math.abs(x(best) - place) ? stop : best)),
    path: ({ shares }) => draw([...shares]) ?? "",
    stopTicks: STOPS.map((stop) => ({ at: x(stop), text: stop === "row" ? "rows" : String(stop) })),
    shareTicks: QUARTERS.map((share) => ({ at: y(share), text: percent(share) })),
    speedTicks: speeds.ticks(6).map((speed) => ({ at: y(speed / rowGBps), text: count(speed) })),
  };
}
