import { explainGlobal, isActive, type Device, type GlobalExplanation, type WarpRequest } from "#simulator";
import { laneCaption } from "./captions.ts";
import { pluralize } from "./format.ts";
import { laneCells, type LaneCell } from "./lanes.ts";
import { memoryRows, type MemoryRow } from "./memory-rows.ts";

/** The model of a small picture of a request to global memory: its lanes, and the first lines that it touches. */
export interface RequestExcerpt {
  readonly explanation: GlobalExplanation;
  readonly lanes: readonly LaneCell[];
  readonly rows: readonly MemoryRow[];
  /** Lines that are touched but not drawn. */
  readonly hiddenLines: number;
  /** The text below the last drawn line: how many lines are hidden; undefined if none is. */
  readonly rest: string | undefined;
  /** The caption of the lane pointed at; undefined if there is none. */
  readonly pointed: string | undefined;
}

interface ExcerptInput {
  readonly request: WarpRequest;
  readonly device: Device;
  readonly hoveredLane?: number | undefined;
}

/** The most lines that a small picture has room for. */
export const EXCERPT_LINES = 8;

export function requestExcerpt({ request, device, hoveredLane }: ExcerptInput): RequestExcerpt {
  const explanation = explainGlobal(request, device);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const drawn = { ...explanation, lines: explanation.lines.slice(0, EXCERPT_LINES) };
  const hiddenLines = explanation.lines.length - drawn.lines.length;
  const label = (lane: number, active: boolean): string => laneCaption(request, lane, active);
  return {
    explanation,
    lanes: laneCells(request, { pointed, label }),
    rows: memoryRows({ explanation: drawn, memoryModel: "sector", pointed, windows: [] }),
    hiddenLines,
    rest: hiddenLines === 0 ? undefined : `and ${pluralize(hiddenLines, "more line")}`,
    pointed: hoveredLane === undefined ? undefined : label(hoveredLane, isActive(request.activeMask, hoveredLane)),
  };
}
