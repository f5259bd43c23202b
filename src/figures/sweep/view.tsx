import { scaleLinear, scaleLog } from "d3-scale";
import { curveLinear, line } from "d3-shape";
import { count, percent } from "#pictures/format.ts";
import { Pointed, Readings } from "../drawing/figure-frame.tsx";
import { RequestExcerptView } from "../drawing/request-excerpt-view.tsx";
import { ticksAt, type ChartFrame, type Tick } from "../drawing/chart-frame.ts";
import { Axes, Chart, CurveLegend, Marker } from "../drawing/chart.tsx";
import type { Model } from "./model.ts";
import { shareAt, type Counting, type Curve, type Walk } from "./walk.ts";

interface ViewProps {
  readonly model: Model;
  readonly onChoose: (value: number) => void;
  readonly onPoint: (lane: number | undefined) => void;
}

/** The chart, and beside it the request at the marker. */
export function View({ model, onChoose, onPoint }: ViewProps) {
  return (
    <div class="sweep">
      <div class="sweep-chart">
        <SweepChart model={model} onChoose={onChoose} />
        <CurveLegend entries={model.legend} sample={curveSample} />
      </div>
      <div class="sweep-request">
        <RequestExcerptView excerpt={model.excerpt} label={model.sentence} onPoint={onPoint} roomLines={model.roomLines} />
        <Readings readings={model.readings} />
        <Pointed text={model.excerpt.pointed} />
      </div>
    </div>
  );
}

function curveSample(counting: Counting | "measured") {
  return (
    <svg width="30" height="10" aria-hidden="true">
      <line class={`curve ${counting}`} x1="0" x2="30" y1="5" y2="5" />
      {counting === "measured" && <circle class="mark" cx="15" cy="5" r="3.5" />}
    </svg>
  );
}

interface SweepChartProps {
  readonly model: Model;
  readonly onChoose: (value: number) => void;
}

/** The chart: useful share against stride or offset, counted in three ways, and measured. */
function SweepChart({ model, onChoose }: SweepChartProps) {
  const scales = scalesOf(model);
  return (
    <Chart
      frame={FRAME}
      label={`${model.walk.name} against the share of useful bytes. ${model.sentence}`}
      onChoose={(x) => onChoose(scales.valueAt(x))}
    >
      <Axes
        frame={FRAME}
        left={{ name: "useful share", ticks: scales.shareTicks }}
        right={{ name: "measured GB/s", ticks: scales.speedTicks }}
        bottom={{ name: `${model.walk.name.toLowerCase()} in floats`, ticks: scales.valueTicks, nameY: FRAME.height - 6 }}
      />
      {model.curves.map((curve) => (
        <path key={curve.counting} class={`curve ${curve.counting}`} d={scales.path(curve)} />
      ))}
      <path class="curve measured" d={`M${model.marks.map(({ value, share }) => `${scales.x(value)},${scales.y(share)}`).join("L")}`} />
      {model.marks.map(({ value, share, chosen }) => (
        <circle key={value} class={chosen ? "mark chosen" : "mark"} cx={scales.x(value)} cy={scales.y(share)} r={chosen ? 5.5 : 3.5} />
      ))}
      <Marker frame={FRAME} x={scales.x(model.value)} value={model.value}>
        {model.curves.map((curve) => (
          <circle key={curve.counting} class={curve.counting} cy={scales.y(shareAt(curve, model.value))} r="4" />
        ))}
      </Marker>
    </Chart>
  );
}

const WIDTH = 470;
const HEIGHT = 350;
export const FRAME: ChartFrame = { width: WIDTH, height: HEIGHT, left: 52, right: WIDTH - 50, top: 26, bottom: HEIGHT - 42 };

/** The scales of the chart with their ticks. */
interface ChartScales {
  readonly x: (value: number) => number;
  readonly y: (share: number) => number;
  /** The value of the sweep nearest to an x in the chart. */
  readonly valueAt: (x: number) => number;
  readonly path: (curve: Curve) => string;
  readonly valueTicks: readonly Tick[];
  readonly shareTicks: readonly Tick[];
  readonly speedTicks: readonly Tick[];
}

/** Shares that halve from tick to tick, down to that of 32 whole lines for 32 floats. */
const HALVES = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32];
const QUARTERS = [0, 1 / 4, 1 / 2, 3 / 4, 1];

export function scalesOf({ walk, fullGBps }: Pick<Model, "walk" | "fullGBps">): ChartScales {
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
    valueAt: (at) => Math.min(walk.to, Math.max(walk.from, Math.round(x.invert(at)))),
    path: ({ points }) => draw(points) ?? "",
    valueTicks: ticksAt(valuesOnAxis(walk), x),
    shareTicks: ticksAt(shares, y, percent),
    speedTicks: ticksAt(roundSpeeds, (speed) => y(speed / fullGBps), count),
  };
}

/** Doublings, or whole sectors of floats. */
function valuesOnAxis({ doubling, to }: Walk): number[] {
  return (doubling ? [1, 2, 4, 8, 16, 32] : [0, 8, 16, 24, 32]).filter((value) => value <= to);
}
