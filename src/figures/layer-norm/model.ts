import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, explainGlobal, h100, isActive, type GlobalExplanation } from "#simulator";
import { byteAddressOf, emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import type { Reading } from "#pictures/readings.ts";
import { accessCaptions, laneCaption, rowReadings, sentence, stepCaption, tableRow, warpCaption, type TableRow } from "./captions.ts";
import {
  ACCESSES,
  accessCost,
  bytesPerLane,
  passes,
  requestOf,
  rowBytes,
  sumOf,
  warps,
  type ArrayName,
  type PassOfWalk,
  type RowKernel,
  type WalkName,
} from "./kernel.ts";

export interface Settings extends RowKernel {
  /** 0 … 2 × passes − 1: the passes of the first walk, then those of the second. */
  readonly step: number;
  /** The warp whose request is shown lane by lane. */
  readonly warp: number;
  readonly hoveredLane?: number | undefined;
}

/** A block at work on its row, as plain data that a picture is drawn from. */
interface Picture {
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

/** One of the three arrays, as long as the row. Places and lengths are shares of the row, 0 to 1. */
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

interface Stretch {
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

/** The bytes of the widest request, 32 lanes of 16 bytes, so that every request fits. */
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
    lanes: laneCells(request, { pointed, label: (lane) => laneCaption(request, lane) }),
    zoom: zoom(explanation, pointed),
    table: costs.map(({ access, cost }) => tableRow(access, cost, walk)),
    readings: rowReadings(sumOf(costs.map(({ cost }) => cost))),
    now: stepCaption(kernel, { walk, pass }),
    warpNow: warpCaption(explanation, warp),
    sentence: sentence(kernel),
    details: accessCaptions(costs),
    pointed: hoveredLane === undefined ? undefined : laneCaption(request, hoveredLane),
  };
}

function strips(kernel: RowKernel, walk: WalkName, pass: number, shownWarp: number): Strip[] {
  const row = rowBytes(kernel);
  const done = (pass * kernel.threads * bytesPerLane(kernel)) / row;
  const stretches = Array.from({ length: warps(kernel) }, (_, warp): Stretch => {
    const start = byteAddressOf(requestOf(kernel, "load", pass, warp), 0);
    const end = start + WARP_SIZE * bytesPerLane(kernel);
    return { warp, from: start / row, to: Math.min(end, row) / row, shown: warp === shownWarp };
  }).filter(({ from }) => from < 1);
  return (["input", "weight", "output"] as const).map((array): Strip => {
    const isAccessed = ACCESSES.some((access) => access.array === array && access.walk === walk);
    return {
      array,
      op: array === "output" ? "store" : "load",
      cached: array === "input" && walk === "normalise" ? 1 : 0,
      done: isAccessed ? done : 0,
      stretches: isAccessed ? stretches : [],
    };
  });
}

function zoom({ request, lines }: GlobalExplanation, pointed: ReadonlySet<number> | undefined): Zoom {
  const firstByte = Math.floor(byteAddressOf(request, 0) / CACHE_LINE_BYTES) * CACHE_LINE_BYTES;
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
      .map((lane) => ({ lane, offsetBytes: byteAddressOf(request, lane) - firstByte, emphasis: emphasisOf([lane], pointed) })),
    bytesPerLane: request.bytesPerLane,
  };
}
