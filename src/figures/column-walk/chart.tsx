import { Axes, Chart, Marker } from "../drawing/chart.tsx";
import { STOPS, type Curve } from "./curves.ts";
import type { Model } from "./model.ts";
import { FRAME, plotOf, type Plot } from "./plot.ts";
import type { Together } from "./walk.ts";

interface WalkChartProps {
  readonly model: Model;
  readonly onChoose: (together: Together) => void;
}

/** Four shares over the lanes together. */
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
