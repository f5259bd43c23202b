import { Axes } from "#figures/drawing/chart.tsx";
import type { ChartFrame } from "#figures/drawing/chart-frame.ts";
import { multipleText, type ChartRow } from "./own-measure.ts";

interface MultiplesChartProps {
  readonly rows: readonly ChartRow[];
  readonly rowHead: string;
  /** The chart in words. */
  readonly label: string;
}

const FRAME: ChartFrame = { width: 640, height: 292, left: 52, right: 628, top: 36, bottom: 246 };

/** The reader's curve beside ours: multiples of the first row's time, with the range of half of the reader's runs. */
export function MultiplesCurve({ rows, rowHead, label }: MultiplesChartProps) {
  const highest = highestOf(rows);
  const step = stepOf(highest);
  const top = step * Math.ceil(highest / step);
  const x = (place: number): number => FRAME.left + ((place + 0.5) / rows.length) * (FRAME.right - FRAME.left);
  const y = (multiple: number): number => FRAME.bottom - (multiple / top) * (FRAME.bottom - FRAME.top);
  // Where a value is missing, the curve has a gap.
  const path = (valueOf: (row: ChartRow) => number | undefined): string =>
    rows
      .map((row, place) => {
        const value = valueOf(row);
        if (value === undefined) return "";
        const before = rows[place - 1];
        return `${before !== undefined && valueOf(before) !== undefined ? "L" : "M"}${x(place)},${y(value)}`;
      })
      .join("");
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => ({
    at: y(i * step),
    text: `${multipleText(i * step || 0)}×`,
  }));
  return (
    <svg class="chart own-curve" viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} role="img" aria-label={label}>
      <Axes
        frame={FRAME}
        left={{ name: `time, as a multiple of ${rowHead.toLowerCase()} ${rows[0]?.name ?? ""}`, ticks }}
        right={{ name: "", ticks: [] }}
        bottom={{ name: rowHead, ticks: rows.map(({ name }, place) => ({ at: x(place), text: name })), nameY: FRAME.height - 8 }}
      />
      <path class="ours" d={path(({ ours }) => ours)} />
      <path class="yours" d={path(({ yours }) => yours?.median)} />
      {rows.map(({ name, ours, yours }, place) => (
        <g key={name}>
          {ours !== undefined && <circle class="ours" cx={x(place)} cy={y(ours)} r="3.5" />}
          {yours !== undefined && (
            <>
              <line class="range" x1={x(place)} x2={x(place)} y1={y(yours.lower)} y2={y(yours.upper)} />
              <rect class="yours" x={x(place) - 4} y={y(yours.median) - 4} width="8" height="8" />
            </>
          )}
        </g>
      ))}
    </svg>
  );
}

/** The same as two bars a row. */
export function MultiplesBars({ rows, label }: Omit<MultiplesChartProps, "rowHead">) {
  const highest = highestOf(rows);
  return (
    <div class="whose-bars" role="img" aria-label={label}>
      {rows.map(({ name, ours, yours }) => (
        <div key={name}>
          <span class="bar-name">{name}</span>
          <MultipleBar share={(ours ?? 0) / highest} text={ours === undefined ? "not measured" : `${multipleText(ours)}×`} whose="ours" />
          <MultipleBar
            share={(yours?.median ?? 0) / highest}
            range={yours && [yours.lower / highest, yours.upper / highest]}
            text={yours === undefined ? "can’t tell" : `${multipleText(yours.median)}×`}
            whose="yours"
          />
        </div>
      ))}
    </div>
  );
}

interface MultipleBarProps {
  /** 0 to 1: its share of the longest bar. */
  readonly share: number;
  /** Where half of the runs lie, in the same shares. */
  readonly range?: readonly [lower: number, upper: number] | undefined;
  readonly text: string;
  readonly whose: "ours" | "yours" | "model";
}

/** One bar with its number. */
export function MultipleBar({ share, range, text, whose }: MultipleBarProps) {
  return (
    <span class={`bar ${whose}`}>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        {share > 0 && <rect width={Math.max(0.3, 100 * share)} height="10" />}
        {range && <path class="range" vector-effect="non-scaling-stroke" d={`M${100 * range[0]},5H${100 * range[1]}`} />}
      </svg>
      <span>{text}</span>
    </span>
  );
}

/** The largest multiple that is drawn, whiskers included; at least 1. */
function highestOf(rows: readonly ChartRow[]): number {
  return Math.max(1, ...rows.flatMap(({ ours, yours }) => [ours ?? 0, yours?.upper ?? 0]));
}

/** A round distance between ticks, for about five of them. */
function stepOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest / 5));
  return power * ([1, 2, 5, 10].find((factor) => power * factor * 6 >= highest) ?? 10);
}
