import type { LegendEntry } from "../drawing/chart-frame.ts";
import { CACHE_LINE_BYTES, WARP_SIZE, explainGlobal, globalCost, h100, type GlobalExplanation } from "#simulator";
import { laneCaption } from "#pictures/captions.ts";
import { decimal, percent } from "#pictures/format.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { memoryRows, type LineRow } from "#pictures/memory-rows.ts";
import { efficiency, requestReadings, type Reading } from "#pictures/readings.ts";
import { detail, gigabytes, sentence } from "./captions.ts";
import {
  BYTES_PER_LANE,
  TOGETHERS,
  loadOf,
  measuredAt,
  pitchBytes,
  type MeasuredWalk,
  type Side,
  type Together,
  type Walk,
  type Work,
} from "./walk.ts";

export interface Settings extends Walk {
  /** The walks that were measured: see `measuredWalks`. */
  readonly measured: readonly MeasuredWalk[];
  readonly hoveredLane?: number | undefined;
}

/** The walk as plain data that a picture and a chart are drawn from. */
export interface Model {
  readonly together: Together;
  readonly lanes: readonly LaneCell[];
  readonly lines: readonly MatrixLine[];
  /** Rows of the matrix that are drawn. */
  readonly rowsDrawn: number;
  /** The load of the first warp, counted by the simulator. */
  readonly readings: readonly Reading[];
  readonly curves: readonly Curve[];
  /** Useful GB/s along whole rows: 100% on the axis of the measurements. */
  readonly rowGBps: number;
  /** The curves at the chosen walk. */
  readonly legend: readonly LegendEntry<Counting>[];
  /** The whole kernel, counted and timed on an H100. */
  readonly measuredReadings: readonly Reading[];
  readonly sentence: string;
  /** The chart, walk by walk. */
  readonly details: readonly string[];
  readonly pointed: string | undefined;
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
    lanes: laneCells(load, { pointed, label: (lane, active) => laneCaption(load, lane, active) }),
    lines: matrixLines(explanation, side, pointed),
    rowsDrawn: rowsDrawn(together),
    readings: requestReadings(explanation, "sector"),
    curves,
    rowGBps,
    legend: curves.map(({ counting, name, points }) => {
      const share = points.find(({ stop }) => stop === together)?.share;
      return { counting, name, text: percent(share ?? 0) };
    }),
    measuredReadings: [
      { name: "DRAM bytes read per byte wanted", value: decimal(chosen.dramReadRatio) },
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

/** The fewest rows of the matrix that are drawn, of which a warp may leave some untouched. */
const FEWEST_ROWS = 8;

/** The corner of the matrix that is drawn: as many rows as the warp spreads over, each as many bytes as it loads. */
function rowsDrawn(together: Together): number {
  return Math.max(FEWEST_ROWS, WARP_SIZE / together);
}

export const ROW_BYTES_DRAWN = WARP_SIZE * BYTES_PER_LANE;
export const LINES_PER_ROW_DRAWN = ROW_BYTES_DRAWN / CACHE_LINE_BYTES;

/** A touched line, where it lies in the matrix. */
interface MatrixLine {
  readonly row: number;
  /** How many lines of the row lie before it. */
  readonly lineOfRow: number;
  readonly line: LineRow;
}

/** The touched lines of a load, put back into the rows of the matrix. */
function matrixLines(explanation: GlobalExplanation, side: Side, pointed: ReadonlySet<number> | undefined): MatrixLine[] {
  const rows = memoryRows({ explanation, memoryModel: "sector", pointed, windows: [] });
  return rows.flatMap((row) => {
    if (row.kind === "gap") return [];
    const offsetBytes = row.firstByte % pitchBytes(side);
    return { row: (row.firstByte - offsetBytes) / pitchBytes(side), lineOfRow: offsetBytes / CACHE_LINE_BYTES, line: row };
  });
}

/** What a curve shows: the sector model or the DRAM model of one load, or counted DRAM reads or measured speed of the whole kernel. */
export type Counting = "sector" | "dram" | "counted" | "clock";

/** A place on the horizontal axis: a number of lanes together, or whole rows. */
export type Stop = Together | "row";
export const STOPS: readonly Stop[] = [...TOGETHERS, "row"];

/** A share of the best at every stop. */
export interface Curve {
  readonly counting: Counting;
  readonly name: string;
  readonly points: readonly CurvePoint[];
}

export interface CurvePoint {
  readonly stop: Stop;
  /** 0 to 1; undefined where the model says nothing. */
  readonly share: number | undefined;
}

const names: Readonly<Record<Counting, string>> = {
  sector: "sector model, one load",
  dram: "64-byte fetches, one load",
  counted: "DRAM reads, counted",
  clock: "speed, right axis",
};

/** The four shares of a kernel, models first. */
function curvesOf(work: Work, side: Side, measured: readonly MeasuredWalk[]): Curve[] {
  const cost = (stop: Stop) => (stop === "row" ? undefined : globalCost(loadOf({ together: stop, side, work }), h100));
  const walk = (stop: Stop) => measuredAt(measured, work, side, stop);
  const shareAt: Readonly<Record<Counting, (stop: Stop) => number | undefined>> = {
    sector: (stop) => withCost(cost(stop), efficiency),
    dram: (stop) => withCost(cost(stop), ({ usefulBytes, dramReadBytes }) => usefulBytes / dramReadBytes),
    counted: (stop) => 1 / walk(stop).dramReadRatio,
    clock: (stop) => walk(stop).usefulGBps / walk("row").usefulGBps,
  };
  return (["sector", "dram", "counted", "clock"] as const).map((counting) => ({
    counting,
    name: names[counting],
    points: STOPS.map((stop) => ({ stop, share: shareAt[counting](stop) })),
  }));
}

function withCost<C>(cost: C | undefined, share: (cost: C) => number): number | undefined {
  return cost && share(cost);
}
