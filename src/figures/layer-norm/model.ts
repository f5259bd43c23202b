import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, explainGlobal, h100, isActive, type GlobalExplanation } from "#simulator";
import { emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { accessCost, sumOf } from "./access-cost.ts";
import { ACCESSES, passes, requestOf, rowBytes, warps, type ArrayName, type PassOfWalk, type RowKernel, type WalkName } from "./kernel.ts";
import { accessLines, rowReadings, tableRow, type TableRow } from "./row-readings.ts";
import { laneWords, sentence, stepWords, warpWords } from "./words.ts";

export interface Settings extends RowKernel {
  /** 0 … 2 × passes − 1: the passes of the first walk, then those of the second. */
  readonly step: number;
  /** The warp whose request is shown lane by lane. */
  readonly warp: number;
  readonly hoveredLane?: number;
}

/** A block at work on its row, as plain data that a picture is drawn from. */
export interface Picture {
  readonly strips: readonly Strip[];
  readonly lanes: readonly LaneCell[];
  /** The shown warp's request in bytes, from the start of the line in which it begins. */
  readonly zoom: Zoom;
  readonly table: readonly TableRow[];
  readonly readings: readonly Reading[];
  /** What the block does in this step. */
  readonly now: string;
  /** What the shown warp does in this step. */
  readonly warpNow: string;
  readonly sentence: string;
  /** The kernel access by access. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

/** One of the three arrays, as long as the row. Places count in parts of the row, 0 to 1. */
export interface Strip {
  readonly array: ArrayName;
  readonly op: "load" | "store";
  /** How much of it an earlier walk brought into the caches. */
  readonly cached: number;
  /** How much of it earlier passes of this walk touched. */
  readonly done: number;
  /** What each warp touches in this pass. */
  readonly stretches: readonly Stretch[];
}

export interface Stretch {
  readonly warp: number;
  readonly from: number;
  readonly to: number;
  readonly shown: boolean;
}

export interface Zoom {
  readonly firstByte: number;
  readonly bytes: number;
  readonly sectors: readonly { readonly offsetBytes: number; readonly moved: boolean; readonly emphasis: Emphasis }[];
  readonly pieces: readonly { readonly lane: number; readonly offsetBytes: number; readonly emphasis: Emphasis }[];
  readonly bytesPerLane: number;
}

/** What 32 lanes of 16 bytes ask for: the widest request, which the window always has room for. */
const ZOOM_BYTES = WARP_SIZE * 16;

export function stepCount(kernel: RowKernel): number {
  return 2 * passes(kernel);
}

/** Which pass of which walk a step is. */
export function placeInKernel(kernel: RowKernel, step: number): PassOfWalk {
  const perWalk = passes(kernel);
  return step < perWalk ? { walk: "statistics", pass: step } : { walk: "normalise", pass: step - perWalk };
}

export function model({ step, warp, hoveredLane, ...kernel }: Settings): Picture {
  const { walk, pass } = placeInKernel(kernel, step);
  const request = requestOf(kernel, "load", pass, warp);
  const explanation = explainGlobal(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const costs = ACCESSES.map((access) => ({ access, cost: accessCost(kernel, access.op) }));
  return {
    strips: strips(kernel, walk, pass, warp),
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: isActive(request.activeMask, lane),
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(request, lane),
    })),
    zoom: zoom(explanation, pointed),
    table: costs.map(({ access, cost }) => tableRow(access, cost, walk)),
    readings: rowReadings(sumOf(costs.map(({ cost }) => cost))),
    now: stepWords(kernel, { walk, pass }),
    warpNow: warpWords(explanation, warp),
    sentence: sentence(kernel),
    details: accessLines(costs),
    pointed: hoveredLane === undefined ? undefined : laneWords(request, hoveredLane),
  };
}

function strips(kernel: RowKernel, walk: WalkName, pass: number, shownWarp: number): Strip[] {
  const row = rowBytes(kernel);
  const stretches = Array.from({ length: warps(kernel) }, (_, warp): Stretch => {
    const { addresses, bytesPerLane } = requestOf(kernel, "load", pass, warp);
    const end = addresses[WARP_SIZE - 1] + bytesPerLane;
    return { warp, from: addresses[0] / row, to: Math.min(end, row) / row, shown: warp === shownWarp };
  }).filter(({ from }) => from < 1);
  return (["input", "weight", "output"] as const).map((array): Strip => {
    const taking = ACCESSES.some((access) => access.array === array && access.walk === walk);
    return {
      array,
      op: array === "output" ? "store" : "load",
      cached: array === "input" && walk === "normalise" ? 1 : 0,
      done: taking ? stretches[0].from : 0,
      stretches: taking ? stretches : [],
    };
  });
}

function zoom({ request, lines }: GlobalExplanation, pointed: ReadonlySet<number> | undefined): Zoom {
  const firstByte = Math.floor(request.addresses[0] / CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
  const evidence = lines.flatMap((line) => line.sectors);
  return {
    firstByte,
    bytes: ZOOM_BYTES,
    sectors: Array.from({ length: ZOOM_BYTES / SECTOR_BYTES }, (_, i) => {
      const offsetBytes = i * SECTOR_BYTES;
      const touched = evidence.find((sector) => sector.firstByte === firstByte + offsetBytes);
      return { offsetBytes, moved: touched !== undefined, emphasis: emphasisOf(touched?.lanes ?? [], pointed) };
    }),
    pieces: Array.from({ length: WARP_SIZE }, (_, lane) => lane)
      .filter((lane) => isActive(request.activeMask, lane))
      .map((lane) => ({ lane, offsetBytes: request.addresses[lane] - firstByte, emphasis: emphasisOf([lane], pointed) })),
    bytesPerLane: request.bytesPerLane,
  };
}
