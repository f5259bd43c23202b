import { scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import { count, percent } from "#pictures/format.ts";
import { ticksAt, type ChartFrame, type Tick } from "../drawing/chart-frame.ts";
import { Axes, Chart, Marker } from "../drawing/chart.tsx";
import { STOPS, type Curve, type CurvePoint, type Model, type Stop } from "./model.ts";
import type { Together } from "./walk.ts";

const WIDTH = 490;
const HEIGHT = 356;
export const FRAME: ChartFrame = { width: WIDTH, height: HEIGHT, left: 46, right: WIDTH - 52, top: 26, bottom: HEIGHT - 48 };

/** The scales of the chart: places in units of its view box. */
interface Plot {
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
/** The top of the scale, above 100%: timing noise makes some walks faster than whole rows. */
const HEADROOM = 1.04;

export function plotOf(rowGBps: number): Plot {
  const place = scalePoint<Stop>().domain(STOPS).range([FRAME.left, FRAME.right]).padding(0.4);
  const x = (stop: Stop) => place(stop) ?? NaN;
  const y = scaleLinear().domain([0, HEADROOM]).range([FRAME.bottom, FRAME.top]);
  const speeds = scaleLinear().domain([0, HEADROOM * rowGBps]);
  const draw = line<CurvePoint>(
    ({ stop }) => x(stop),
    ({ share }) => y(share ?? NaN),
  ).defined(({ share }) => share !== undefined);
  const togethers = STOPS.filter((stop) => stop !== "row");
  return {
    x,
    y,
    togetherAt: (place) => togethers.reduce((best, stop) => (Math.abs(x(stop) - place) < Math.abs(x(best) - place) ? stop : best)),
    path: ({ points }) => draw([...points]) ?? "",
    stopTicks: ticksAt(STOPS, x, (stop) => (stop === "row" ? "rows" : String(stop))),
    shareTicks: ticksAt(QUARTERS, y, percent),
    speedTicks: ticksAt(speeds.ticks(6), (speed) => y(speed / rowGBps), count),
  };
}

interface WalkChartProps {
  readonly model: Model;
  readonly onChoose: (together: Together) => void;
}

/** The four curves over the number of lanes together. */
export function WalkChart({ model, onChoose }: WalkChartProps) {
  const plot = plotOf(model.rowGBps);
  return (
    <Chart
      frame={FRAME}
      label={`Lanes together against the share that is useful, and against speed. ${model.sentence}`}
      onChoose={(x) => onChoose(plot.togetherAt(x))}
    >
      <Axes
        frame={FRAME}
        left={{ name: "share of the best", ticks: plot.shareTicks }}
        right={{ name: "measured GB/s", ticks: plot.speedTicks }}
        bottom={{ name: "lanes together in a row, 16 bytes each", ticks: plot.stopTicks, nameY: FRAME.height - 11 }}
      />
      <Marker frame={FRAME} x={plot.x(model.together)} value={model.together} />
      {model.curves.map((curve) => (
        <g key={curve.counting} class={`curve ${curve.counting}`}>
          <path d={plot.path(curve)} />
          <Marks curve={curve} plot={plot} together={model.together} />
        </g>
      ))}
    </Chart>
  );
}

function Marks({ curve, plot, together }: { readonly curve: Curve; readonly plot: Plot; readonly together: Together }) {
  return (
    <>
      {curve.points.map(({ stop, share }) =>
        share === undefined ? null : (
          <circle
            key={stop}
            class={stop === together ? "mark chosen" : "mark"}
            cx={plot.x(stop)}
            cy={plot.y(share)}
            r={stop === together ? 5 : 3.25}
          />
        ),
      )}
    </>
  );
}
