import type { LegendEntry } from "../drawing/chart-frame.ts";
import { SECTOR_BYTES, globalCost, h100 } from "#simulator";
import { bytes, capitalize, count, percent, pluralize } from "#pictures/format.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { EXCERPT_LINES, requestExcerpt, type RequestExcerpt } from "#pictures/request-excerpt.ts";
import {
  curvesOf,
  requestOf,
  shareAt,
  describeValue,
  valuesOf,
  walks,
  type Counting,
  type Curve,
  type MeasuredPoint,
  type Sweep,
  type Walk,
} from "./walk.ts";

/** A sweep as plain data: everything that its chart and its picture show. */
export interface Model {
  readonly walk: Walk;
  /** The value at the marker, in elements. */
  readonly value: number;
  readonly curves: readonly Curve[];
  readonly marks: readonly Mark[];
  /** Useful GB/s at the first value of the sweep: 100% on the axis of the measurements. */
  readonly fullGBps: number;
  /** The curves and the measurement at the marker: the chart's legend. */
  readonly legend: readonly LegendEntry<Counting | "measured">[];
  readonly excerpt: RequestExcerpt;
  /** The most lines that an excerpt of the sweep draws. */
  readonly roomLines: number;
  readonly readings: readonly Reading[];
  readonly sentence: string;
  /** The chart, value by value. */
  readonly details: readonly string[];
}

/** A measured launch, as a share of the speed at the first value of the sweep. */
interface Mark {
  readonly value: number;
  readonly usefulGBps: number;
  readonly share: number;
  readonly chosen: boolean;
}

interface Settings {
  readonly sweep: Sweep;
  readonly value: number;
  /** Launches of the sweep's kernel on an H100; the first value of the sweep must be among them. */
  readonly measured: readonly MeasuredPoint[];
  readonly hoveredLane?: number | undefined;
}

export function model({ sweep, value, measured, hoveredLane }: Settings): Model {
  const walk = walks[sweep];
  const curves = curvesOf(walk);
  const { marks, fullGBps } = measurementsOf(walk, measured, value);
  const excerpt = requestExcerpt({ request: requestOf(walk, value), device: h100, hoveredLane });
  return {
    walk,
    value,
    curves,
    marks,
    fullGBps,
    legend: legendOf(curves, marks, value),
    excerpt,
    roomLines: Math.min(EXCERPT_LINES, Math.max(...valuesOf(walk).map((value) => globalCost(requestOf(walk, value), h100).cacheLines))),
    readings: requestReadings(excerpt.explanation, "sector"),
    sentence: `${requestCaption(walk, value, excerpt)} ${measurementCaption(walk, marks, value)} ${walk.note}`,
    details: valuesOf(walk).map((value) => detail(walk, curves, marks, value)),
  };
}

function measurementsOf(walk: Walk, measured: readonly MeasuredPoint[], chosen: number): Pick<Model, "marks" | "fullGBps"> {
  const ascending = measured.filter(({ param }) => param >= walk.from && param <= walk.to).sort((a, b) => a.param - b.param);
  const [first] = ascending;
  if (first?.param !== walk.from) throw new RangeError(`no launch of ${walk.kernel} at ${describeValue(walk, walk.from)} was given`);
  const fullGBps = first.usefulGBps;
  const marks = ascending.map(({ param, usefulGBps }) => ({
    value: param,
    usefulGBps,
    share: usefulGBps / fullGBps,
    chosen: param === chosen,
  }));
  return { marks, fullGBps };
}

function legendOf(curves: readonly Curve[], marks: readonly Mark[], value: number): LegendEntry<Counting | "measured">[] {
  const mark = marks.find((mark) => mark.value === value);
  return [
    ...curves.map((curve) => ({ counting: curve.counting, name: curve.name, text: percent(shareAt(curve, value)) })),
    { counting: "measured", name: "measured on an H100, right axis", text: mark ? gigabytes(mark.usefulGBps) : "not measured here" },
  ];
}

function requestCaption(walk: Walk, value: number, { explanation }: RequestExcerpt): string {
  const { usefulBytes, sectors, cacheLines } = explanation;
  const verb = walk.op === "load" ? "asks for" : "stores";
  const share = percent(usefulBytes / (sectors * SECTOR_BYTES));
  return `${capitalize(describeValue(walk, value))}: the warp ${verb} ${bytes(usefulBytes)}; ${pluralize(sectors, "sector")} in ${pluralize(cacheLines, "line")} ${sectors === 1 ? "carries" : "carry"} ${bytes(sectors * SECTOR_BYTES)}, so ${share} of it is used.`;
}

function measurementCaption(walk: Walk, marks: readonly Mark[], value: number): string {
  const mark = marks.find((mark) => mark.value === value);
  if (!mark) return `${capitalize(describeValue(walk, value))} was not timed; the dots show the values that were.`;
  const against = value === walk.from ? "" : `, ${percent(mark.share)} of what it reaches at ${describeValue(walk, walk.from)}`;
  return `The whole kernel carries ${gigabytes(mark.usefulGBps)} of useful data on an H100${against}.`;
}

function detail(walk: Walk, curves: readonly Curve[], marks: readonly Mark[], value: number): string {
  const shares = legendOf(curves, marks, value).map(({ name, text }) => `${name} ${text}`);
  return `${capitalize(describeValue(walk, value))}: ${shares.join("; ")}.`;
}

function gigabytes(usefulGBps: number): string {
  return `${count(Math.round(usefulGBps))}\u00a0GB/s`;
}
