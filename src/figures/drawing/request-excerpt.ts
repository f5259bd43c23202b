import { WARP_SIZE, explainGlobal, isActive, type Device, type GlobalExplanation, type WarpRequest } from "#simulator";
import { emphasisOf } from "./emphasis.ts";
import { counted } from "./format.ts";
import type { LaneCell } from "./lane-strip.tsx";
import { laneWords } from "./lane-words.ts";
import { memoryRows, type MemoryRow } from "./memory-rows.ts";

/** A request of global memory drawn small: its lanes, and the first of the lines that it touches. */
export interface RequestExcerpt {
  readonly explanation: GlobalExplanation;
  readonly lanes: readonly LaneCell[];
  readonly rows: readonly MemoryRow[];
  /** Lines that are touched but not drawn. */
  readonly hiddenLines: number;
  /** What stands below the last line that is drawn: how many are not. */
  readonly rest: string | undefined;
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

interface ExcerptInput {
  readonly request: WarpRequest;
  readonly device: Device;
  readonly hoveredLane?: number;
}

/** As many lines as a small picture has room for. */
export const EXCERPT_LINES = 8;

export function requestExcerpt({ request, device, hoveredLane }: ExcerptInput): RequestExcerpt {
  const explanation = explainGlobal(request, device);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const active = (lane: number) => isActive(request.activeMask, lane);
  const drawn = { ...explanation, lines: explanation.lines.slice(0, EXCERPT_LINES) };
  const hiddenLines = explanation.lines.length - drawn.lines.length;
  return {
    explanation,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: active(lane),
      named: false,
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(request, lane, active(lane)),
    })),
    rows: memoryRows({ explanation: drawn, memoryModel: "sector", pointed, windows: [] }),
    hiddenLines,
    rest: hiddenLines === 0 ? undefined : `and ${counted(hiddenLines, "more line")}`,
    pointed: hoveredLane === undefined ? undefined : laneWords(request, hoveredLane, active(hoveredLane)),
  };
}
