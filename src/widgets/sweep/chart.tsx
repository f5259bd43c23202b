import { useRef } from "preact/hooks";
import type { Model } from "./model.ts";
import { FRAME, HEIGHT, WIDTH, plotOf, type Plot } from "./plot.ts";

interface ChartProps {
  readonly model: Model;
  readonly onChoose: (value: number) => void;
}

/** Useful share over stride or offset: three ways to count it, and what the clock said. Drag the marker, or press on the chart. */
export function Chart({ model, onChoose }: ChartProps) {
  const plot = plotOf(model);
  const svg = useRef<SVGSVGElement>(null);
  const choose = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    if (box) onChoose(plot.valueAt(((event.clientX - box.left) / box.width) * WIDTH));
  };
  return (
    <svg
      ref={svg}
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${model.walk.name} against the share of useful bytes. ${model.sentence}`}
      onPointerDown={(event) => (event.currentTarget.setPointerCapture(event.pointerId), choose(event))}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(event)}
    >
      <Axes model={model} plot={plot} />
      {model.curves.map((curve) => (
        <path key={curve.counting} class={`curve ${curve.counting}`} d={plot.path(curve)} />
      ))}
      <path class="curve measured" d={`M${model.marks.map(({ value, share }) => `${plot.x(value)},${plot.y(share)}`).join("L")}`} />
      {model.marks.map(({ value, share, chosen }) => (
        <circle key={value} class={chosen ? "mark chosen" : "mark"} cx={plot.x(value)} cy={plot.y(share)} r={chosen ? 5.5 : 3.5} />
      ))}
      <Marker model={model} plot={plot} />
    </svg>
  );
}

interface PartProps {
  readonly model: Model;
  readonly plot: Plot;
}

function Axes({ model, plot }: PartProps) {
  return (
    <g class="axes" aria-hidden="true">
      <text class="axis-name start" x="0" y="9">
        useful share
      </text>
      <text class="axis-name end" x={WIDTH} y="9">
        measured GB/s
      </text>
      {plot.shareTicks.map(({ at, text }) => (
        <g key={text}>
          <line class="grid" x1={FRAME.left} x2={FRAME.right} y1={at} y2={at} />
          <text class="end" x={FRAME.left - 8} y={at}>
            {text}
          </text>
        </g>
      ))}
      {plot.speedTicks.map(({ at, text }) => (
        <g key={text}>
          <line class="tick" x1={FRAME.right} x2={FRAME.right + 5} y1={at} y2={at} />
          <text class="start" x={FRAME.right + 9} y={at}>
            {text}
          </text>
        </g>
      ))}
      {plot.valueTicks.map(({ at, text }) => (
        <g key={text}>
          <line class="tick" x1={at} x2={at} y1={FRAME.bottom} y2={FRAME.bottom + 5} />
          <text x={at} y={FRAME.bottom + 15}>
            {text}
          </text>
        </g>
      ))}
      <text class="axis-name" x={(FRAME.left + FRAME.right) / 2} y={HEIGHT - 6}>
        {`${model.walk.name.toLowerCase()} in floats`}
      </text>
    </g>
  );
}

function Marker({ model, plot }: PartProps) {
  return (
    <g class="marker" style={{ transform: `translateX(${plot.x(model.value)}px)` }}>
      <line y1={FRAME.top} y2={FRAME.bottom + 7} />
      <rect class="flag" x="-15" y={FRAME.bottom + 6} width="30" height="18" rx="2" />
      <text y={FRAME.bottom + 15}>{model.value}</text>
      {model.curves.map(({ counting, points }) => (
        <circle key={counting} class={counting} cy={plot.y(points[model.value - model.walk.from].share)} r="4" />
      ))}
    </g>
  );
}
