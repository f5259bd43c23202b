import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { ChartFrame, LegendEntry, Tick } from "./chart-frame.ts";
import "./chart.css";

/*
 * The parts of charts in islands, whose marker can be dragged. Their scales are d3's: a pointer needs `scale.invert`, and Preact draws
 * the same elements at build time and in the page, so that a drag moves only what it changes. Charts without interaction are drawn with
 * Observable Plot, at build time only (src/components/charts). Plot is not used here: it makes DOM elements rather than Preact's, so each
 * drag would replace the whole chart and lose the captured pointer, and the page would have to load all of Plot and D3.
 */

interface Axis {
  readonly name: string;
  readonly ticks: readonly Tick[];
}

interface ChartProps {
  readonly frame: ChartFrame;
  /** The picture in words. */
  readonly label: string;
  /** Called with a place on the horizontal axis that was pressed, or to which the pointer was dragged. */
  readonly onChoose: (x: number) => void;
  readonly children: ComponentChildren;
}

/** A chart whose marker can be dragged, or set by pressing on it. */
export function Chart({ frame, label, onChoose, children }: ChartProps) {
  const svg = useRef<SVGSVGElement>(null);
  const choose = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    if (box) onChoose(((event.clientX - box.left) / box.width) * frame.width);
  };
  return (
    <svg
      ref={svg}
      class="chart"
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      onPointerDown={(event) => (event.currentTarget.setPointerCapture(event.pointerId), choose(event))}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(event)}
    >
      {children}
    </svg>
  );
}

interface AxesProps {
  readonly frame: ChartFrame;
  readonly left: Axis;
  readonly right: Axis;
  readonly bottom: Axis & { readonly nameY: number };
}

/** Two scales at the sides, the left one with its grid, and one below. */
export function Axes({ frame, left, right, bottom }: AxesProps) {
  return (
    <g class="axes" aria-hidden="true">
      <text class="axis-name start" x="0" y="9">
        {left.name}
      </text>
      <text class="axis-name end" x={frame.width} y="9">
        {right.name}
      </text>
      {left.ticks.map(({ at, text }) => (
        <g key={text}>
          <line class="grid" x1={frame.left} x2={frame.right} y1={at} y2={at} />
          <text class="end" x={frame.left - 8} y={at}>
            {text}
          </text>
        </g>
      ))}
      {right.ticks.map(({ at, text }) => (
        <g key={text}>
          <line class="tick" x1={frame.right} x2={frame.right + 5} y1={at} y2={at} />
          <text class="start" x={frame.right + 9} y={at}>
            {text}
          </text>
        </g>
      ))}
      {bottom.ticks.map(({ at, text }) => (
        <g key={text}>
          <line class="tick" x1={at} x2={at} y1={frame.bottom} y2={frame.bottom + 5} />
          <text x={at} y={frame.bottom + 15}>
            {text}
          </text>
        </g>
      ))}
      <text class="axis-name" x={(frame.left + frame.right) / 2} y={bottom.nameY}>
        {bottom.name}
      </text>
    </g>
  );
}

interface MarkerProps {
  readonly frame: ChartFrame;
  readonly x: number;
  /** The text in the flag below the marker. */
  readonly value: number;
  readonly children?: ComponentChildren;
}

/** The place that is chosen: a rule across the chart with its value in a flag. */
export function Marker({ frame, x, value, children }: MarkerProps) {
  return (
    <g class="marker" style={{ transform: `translateX(${x}px)` }}>
      <line y1={frame.top} y2={frame.bottom + 7} />
      <rect class="flag" x="-15" y={frame.bottom + 6} width="30" height="18" rx="2" />
      <text y={frame.bottom + 15}>{value}</text>
      {children}
    </g>
  );
}

interface CurveLegendProps<Curve extends string> {
  readonly entries: readonly LegendEntry<Curve>[];
  /** A piece of the curve. */
  readonly sample: (counting: Curve) => ComponentChildren;
}

/** The curves of a chart, each with a piece of it, its name and its value at the marker. */
export function CurveLegend<Curve extends string>({ entries, sample }: CurveLegendProps<Curve>) {
  return (
    <dl class="curve-legend">
      {entries.map(({ counting, name, text }) => (
        <div key={counting}>
          <dt>
            {sample(counting)}
            {name}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
