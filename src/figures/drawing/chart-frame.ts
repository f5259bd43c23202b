/** Size of a chart and edges of its frame, in units of its view box: a unit is a pixel on a wide page. */
export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A labelled position on an axis, in units of the chart's view box. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** Ticks at values of a scale, each with its value as the label unless `label` formats it. */
export function ticksAt<T>(values: readonly T[], scale: (value: T) => number, label: (value: T) => string = String): Tick[] {
  return values.map((value) => ({ at: scale(value), text: label(value) }));
}

/** A curve in the legend below a chart: its name, and its value at the marker. */
export interface LegendEntry<Curve extends string> {
  readonly counting: Curve;
  readonly name: string;
  readonly text: string;
}
