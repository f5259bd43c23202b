import { useRef } from "preact/hooks";
import { STOPS, type Curve } from "./curves.ts";
import type { Model } from "./model.ts";
import { FRAME, HEIGHT, WIDTH, plotOf, type Plot } from "./plot.ts";
import type { Together } from "./walk.ts";

interface ChartProps {
  readonly model: Model;
  readonly onChoose: (together: Together) => void;
}

/** Four shares over the lanes together. Drag the marker, or press on the chart. */
export function Chart({ model, onChoose }: ChartProps) {
  const plot = plotOf(model.rowGBps);
  const svg = useRef<SVGSVGElement>(null);
  const choose = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect();
    if (box) onChoose(plot.togetherAt(((event.clientX - box.left) / box.width) * WIDTH));
  };
  return (
    <svg
      ref={svg}
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Lanes together against the share that is useful, and against speed. ${model.sentence}`}
      onPointerDown={(event) => (event.currentTarget.setPointerCapture(event.pointerId), choose(event))}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && choose(event)}
    >
      <Axes plot={plot} />
      <g class="marker" style={{ transform: `translateX(${plot.x(model.together)}px)` }}>
        <line y1={FRAME.top} y2={FRAME.bottom + 7} />
        <rect class="flag" x="-15" y={FRAME.bottom + 6} width="30" height="18" rx="2" />
        <text y={FRAME.bottom + 15}>{model.together}</text>
      </g>
      {model.curves.map((curve) => (
        <g key={curve.counting} class={`curve ${curve.counting}`}>
          <path d={plot.path(curve)} />
          <Marks curve={curve} plot={plot} together={model.together} />
        </g>
      ))}
    </svg>
  );
}

function Marks({ curve, plot, together }: { readonly curve: Curve; readonly plot: Plot; readonly together: Together }) {
  return (
    <>
      {curve.shares.map((share, i) =>
        share === undefined ? null : (
          <circle
            key={i}
            class={STOPS[i] === together ? "mark chosen" : "mark"}
            cx={plot.x(STOPS[i])}
            cy={plot.y(share)}
            r={STOPS[i] === together ? 5 : 3.25}
          />
        ),
      )}
    </>
  );
}

function Axes({ plot }: { readonly plot: Plot }) {
  return (
    <g class="axes" aria-hidden="true">
      <text class="axis-name start" x="0" y="9">
        share of the best
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
      {plot.stopTicks.map(({ at, text }) => (
        <g key={text}>
          <line class="tick" x1={at} x2={at} y1={FRAME.bottom} y2={FRAME.bottom + 5} />
          <text x={at} y={FRAME.bottom + 15}>
            {text}
          </text>
        </g>
      ))}
      <text class="axis-name" x={(FRAME.left + FRAME.right) / 2} y={HEIGHT - 11}>
        lanes together in a row, 16 bytes each
      </text>
    </g>
  );
}
