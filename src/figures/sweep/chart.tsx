import { Axes, Chart, Marker } from "../drawing/chart.tsx";
import type { Model } from "./model.ts";
import { FRAME, plotOf } from "./plot.ts";

interface SweepChartProps {
  readonly model: Model;
  readonly onChoose: (value: number) => void;
}

/** Useful share over stride or offset: three ways to count it, and what the clock said. */
export function SweepChart({ model, onChoose }: SweepChartProps) {
  const plot = plotOf(model);
  return (
    <Chart
      frame={FRAME}
      label={`${model.walk.name} against the share of useful bytes. ${model.sentence}`}
      onChoose={(x) => onChoose(plot.valueAt(x))}
    >
      <Axes
        frame={FRAME}
        left={{ name: "useful share", ticks: plot.shareTicks }}
        right={{ name: "measured GB/s", ticks: plot.speedTicks }}
        bottom={{ name: `${model.walk.name.toLowerCase()} in floats`, ticks: plot.valueTicks, nameY: FRAME.height - 6 }}
      />
      {model.curves.map((curve) => (
        <path key={curve.counting} class={`curve ${curve.counting}`} d={plot.path(curve)} />
      ))}
      <path class="curve measured" d={`M${model.marks.map(({ value, share }) => `${plot.x(value)},${plot.y(share)}`).join("L")}`} />
      {model.marks.map(({ value, share, chosen }) => (
        <circle key={value} class={chosen ? "mark chosen" : "mark"} cx={plot.x(value)} cy={plot.y(share)} r={chosen ? 5.5 : 3.5} />
      ))}
      <Marker frame={FRAME} x={plot.x(model.value)} value={model.value}>
        {model.curves.map(({ counting, points }) => (
          <circle key={counting} class={counting} cy={plot.y(points[model.value - model.walk.from].share)} r="4" />
        ))}
      </Marker>
    </Chart>
  );
}
