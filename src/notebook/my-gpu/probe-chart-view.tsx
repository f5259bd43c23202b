import { useId } from "preact/hooks";
import { Axes } from "#figures/drawing/chart.tsx";
import type { ChartFrame, Tick } from "#figures/drawing/chart-frame.ts";
import { decimal } from "#pictures/format.ts";
import { valueText, type ChartSeries, type ProbeChart } from "./probe-charts.ts";

const FRAME: ChartFrame = { width: 440, height: 250, left: 54, right: 416, top: 24, bottom: 204 };
/** Labels below the axis are at least so many units apart. */
const TICK_ROOM = 46;

/** A curve of a GPU, beside ours. */
export function ProbeChartView({ chart }: { readonly chart: ProbeChart }) {
  return (
    <div class="probe-chart" data-curve={chart.curve}>
      <h4>{chart.title}</h4>
      {chart.shape === "curve" ? <CurveView chart={chart} /> : <BarsView chart={chart} />}
    </div>
  );
}

function CurveView({ chart }: { readonly chart: ProbeChart }) {
  const { ats, isLog = false, series, quantity } = chart;
  const highest = Math.max(...series.flatMap(({ values }) => [...values.values()].map(({ value }) => value)), 1);
  const step = stepOf(highest);
  const top = step * Math.ceil(highest / step);
  const [first, last] = [scaled(ats[0], isLog), scaled(ats.at(-1), isLog)];
  const x = (at: number | string): number =>
    FRAME.left + ((scaled(at, isLog) - first) / Math.max(1e-9, last - first)) * (FRAME.right - FRAME.left - 8) + 4;
  const y = (value: number): number => FRAME.bottom - (value / top) * (FRAME.bottom - FRAME.top);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => ({
    at: y(i * step),
    text: quantity === "GB/s" ? decimal(i * step) : `${decimal(i * step)}×`,
  }));
  const name =
    quantity === "GB/s" ? "GB/s" : quantity === "of the first" ? "time, as a multiple of the first" : "time, as a multiple of the shortest";
  return (
    <svg class="chart probe-curve" viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} role="img" aria-label={chart.label}>
      <Axes
        frame={FRAME}
        left={{ name, ticks }}
        right={{ name: "", ticks: [] }}
        bottom={{ name: chart.places, ticks: placeTicks(chart, x), nameY: FRAME.height - 8 }}
      />
      {series.toReversed().map((one) => (
        <Line key={one.whose} series={one} x={x} y={y} isDotted={ats.length <= 20} />
      ))}
    </svg>
  );
}

interface LineProps {
  readonly series: ChartSeries;
  readonly x: (at: number | string) => number;
  readonly y: (value: number) => number;
  /** Whether each value has a mark. */
  readonly isDotted: boolean;
}

function Line({ series: { whose, values }, x, y, isDotted }: LineProps) {
  const points = [...values];
  return (
    <g class={whose}>
      <path class={whose} d={`M${points.map(([at, { value }]) => `${x(at)},${y(value)}`).join("L")}`} />
      {points.map(([at, { value, lower, upper }]) => (
        <g key={at}>
          {whose === "yours" && y(lower) - y(upper) > 3 && <line class="range" x1={x(at)} x2={x(at)} y1={y(lower)} y2={y(upper)} />}
          {isDotted &&
            (whose === "yours" ? (
              <rect class="yours" x={x(at) - 3.5} y={y(value) - 3.5} width="7" height="7" />
            ) : (
              <circle class="ours" cx={x(at)} cy={y(value)} r="3" />
            ))}
        </g>
      ))}
    </g>
  );
}

function placeTicks({ ats, placeText = String, isLog = false }: ProbeChart, x: (at: number | string) => number): Tick[] {
  const round = isLog ? ats : ats.filter((at) => at === 1 || at === 0 || (Number(at) % 8 === 0 && Number(at) <= 128));
  const ticks: Tick[] = [];
  for (const at of round) {
    const place = x(at);
    const before = ticks.at(-1);
    if (before === undefined || place - before.at >= (isLog && placeText !== String ? TICK_ROOM : TICK_ROOM / 2)) {
      ticks.push({ at: place, text: placeText(at) });
    }
  }
  return ticks;
}

const scaled = (at: number | string | undefined, isLog: boolean): number => (isLog ? Math.log2(Number(at)) : Number(at));

/** A round step of which a scale has at most six. */
function stepOf(highest: number): number {
  const rough = highest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
}

function BarsView({ chart }: { readonly chart: ProbeChart }) {
  const { ats, series, placeText = String } = chart;
  const longest = Math.max(...series.flatMap(({ values }) => [...values.values()].map(({ value }) => value)));
  return (
    <div class="whose-bars" role="img" aria-label={chart.label}>
      {ats.map((at) => (
        <div key={at}>
          <span class="bar-name">{placeText(at)}</span>
          {series.map(({ whose, values }) => {
            const value = values.get(at)?.value;
            return (
              <span key={whose} class={`bar ${whose}`}>
                <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={value === undefined ? 0 : Math.max(0.4, (100 * value) / longest)} height="1" />
                </svg>
                <span>{value === undefined ? "not measured" : valueText(chart, value)}</span>
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

const CELL = 14;

/** One word that a thread asked for, and the words that come with it: memory to scale, as the course draws it. */
export function DeliveredStrip({ bytes, what }: { readonly bytes: number; readonly what: string }) {
  const hatch = useId();
  const words = bytes / 4;
  if (words > 64) return null;
  const width = words * CELL;
  return (
    <svg
      class="delivered-strip"
      viewBox={`0 0 ${Math.max(width, 32 * CELL) + 2} 22`}
      role="img"
      aria-label={`${what}: one word of 4 bytes is asked for, and ${words - 1} more come with it, ${bytes} bytes in all.`}
    >
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1="0" y1="0" x2="0" y2="5" />
      </pattern>
      <rect class="came" x="1" y="3" width={width} height="16" fill={`url(#${hatch})`} />
      <rect x="1" y="3" width={CELL} height="16" style={{ fill: "var(--lane-0)" }} />
      {Array.from({ length: words + 1 }, (_, at) => (
        <line key={at} class={at % 8 === 0 ? "sector-edge" : "word-edge"} x1={1 + at * CELL} x2={1 + at * CELL} y1="3" y2="19" />
      ))}
    </svg>
  );
}

/** The lanes of a warp: filled are those that are served together with lane 0. */
export function LaneGroupStrip({
  group,
  lanes,
  what,
}: {
  readonly group: readonly number[];
  readonly lanes: number;
  readonly what: string;
}) {
  const together = new Set(group);
  return (
    <svg class="lane-group-strip" viewBox={`0 0 ${lanes * CELL + 2} 22`} role="img" aria-label={what}>
      {Array.from({ length: lanes }, (_, lane) => {
        const isIn = together.has(lane);
        return (
          <g key={lane}>
            <rect
              class={isIn ? "in" : "out"}
              x={1 + lane * CELL}
              y="3"
              width={CELL}
              height="16"
              style={isIn ? { fill: `var(--lane-${lane % 32})` } : undefined}
            />
            <text x={1 + lane * CELL + CELL / 2} y="11" style={isIn ? { fill: `var(--lane-ink-${lane % 32})` } : undefined}>
              {lane}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
