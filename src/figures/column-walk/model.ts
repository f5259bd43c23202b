import { WARP_SIZE, explainGlobal, globalCost, h100 } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import { decimal, percent } from "#pictures/format.ts";
import { laneCaption } from "#pictures/captions.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { STOPS, curvesOf, type Counting, type Curve } from "./curves.ts";
import { matrixLines, type MatrixLine } from "./matrix.ts";
import { measuredAt, type MeasuredWalk } from "./measured.ts";
import { TOGETHERS, loadOf, type Together, type Walk } from "./walk.ts";
import { detail, gigabytes, sentence } from "./words.ts";

export interface Settings extends Walk {
  /** The walks that were measured: see `measuredWalks`. */
  readonly measured: readonly MeasuredWalk[];
  readonly hoveredLane?: number;
}

/** The walk as plain data that a picture and a chart are drawn from. */
export interface Model {
  readonly together: Together;
  readonly lanes: readonly LaneCell[];
  readonly lines: readonly MatrixLine[];
  /** The load of the first warp, counted by the simulator. */
  readonly readings: readonly Reading[];
  readonly curves: readonly Curve[];
  /** Useful GB/s along whole rows: what 100 % stands for on the axis of the measurements. */
  readonly rowGBps: number;
  /** The curves at the chosen walk. */
  readonly legend: readonly LegendEntry[];
  /** The whole kernel, counted and timed on an H100. */
  readonly measuredReadings: readonly Reading[];
  readonly sentence: string;
  /** The chart, walk by walk. */
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

export interface LegendEntry {
  readonly counting: Counting;
  readonly name: string;
  readonly text: string;
}

export function model({ measured, hoveredLane, ...walk }: Settings): Model {
  const { work, side, together } = walk;
  const load = loadOf(walk);
  const explanation = explainGlobal(load, h100);
  const curves = curvesOf(work, side, measured);
  const chosen = measuredAt(measured, work, side, together);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const rowGBps = measuredAt(measured, work, side, "row").usefulGBps;
  return {
    together,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: true,
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneCaption(load, lane, true),
    })),
    lines: matrixLines(explanation, side, hoveredLane),
    readings: requestReadings(explanation, "sector"),
    curves,
    rowGBps,
    legend: curves.map(({ counting, name, shares }) => ({ counting, name, text: percent(shares[STOPS.indexOf(together)] ?? 0) })),
    measuredReadings: [
      { name: "DRAM bytes read for each one wanted", value: decimal(chosen.dramReadRatio) },
      { name: "DRAM carried, read and written", value: gigabytes(chosen.dramGBps) },
      { name: "useful", value: gigabytes(chosen.usefulGBps) },
    ],
    sentence: sentence(walk, explanation, chosen, chosen.usefulGBps / rowGBps),
    details: TOGETHERS.map((together) => {
      const other = { ...walk, together };
      return detail(other, globalCost(loadOf(other), h100), measuredAt(measured, work, side, together));
    }),
    pointed: hoveredLane === undefined ? undefined : laneCaption(load, hoveredLane, true),
  };
}
