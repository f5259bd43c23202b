import { WARP_SIZE, deviceForWidth, explainGlobal, isActive, type GlobalExplanation, type WarpRequest } from "#simulator";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import { laneCaption, withRefusal } from "#pictures/captions.ts";
import { requestReadings, type Reading } from "#pictures/readings.ts";
import { memoryRows, type MemoryModel, type MemoryRow } from "#pictures/memory-rows.ts";
import { patternRequest, type Pattern } from "#pictures/pattern.ts";
import { lineWords, sentence } from "./words.ts";

/** What is pointed at in a picture. */
export interface Pointing {
  readonly hoveredLane?: number;
  /** Number of a sector whose lanes are to be seen; a hovered lane goes before it. */
  readonly selectedSector?: number;
}

/** A request of global memory as plain data that a picture is drawn from. */
export interface Picture {
  readonly memoryModel: MemoryModel;
  readonly lanes: readonly LaneCell[];
  readonly rows: readonly MemoryRow[];
  readonly readings: readonly Reading[];
  /** The picture in one sentence. */
  readonly sentence: string;
  /** The picture line by line. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

export interface PictureInput extends Pointing {
  readonly request: WarpRequest;
  readonly memoryModel: MemoryModel;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[];
  /** How many lines are shown around the touched ones: see `memoryRows`. */
  readonly windows: readonly number[];
}

/** What the stride figure shows: 2 KiB, or 4 KiB, which hold any warp of floats up to stride 16 and 32. */
export const STRIDE_WINDOWS = [16, 32] as const;

/** The stride figure: a pattern, as the simulator counts it on an H100. */
export function model(settings: Pattern & Pointing & { readonly memoryModel: MemoryModel }): Picture {
  return picture({ ...settings, request: patternRequest(settings), windows: STRIDE_WINDOWS });
}

/** Any request of global memory. */
export function picture({ request, memoryModel, namedLanes = [], windows, ...pointing }: PictureInput): Picture {
  const explanation = explainGlobal(request, deviceForWidth(request.bytesPerLane));
  const pointed = pointedLanes(explanation, pointing);
  return {
    memoryModel,
    lanes: Array.from({ length: WARP_SIZE }, (_, lane): LaneCell => {
      const active = isActive(request.activeMask, lane);
      const named = namedLanes.includes(lane);
      return { lane, active, named, emphasis: emphasisOf([lane], pointed), label: laneCaption(request, lane, active) };
    }),
    rows: memoryRows({ explanation, memoryModel, pointed, windows }),
    readings: requestReadings(explanation, memoryModel),
    sentence: withRefusal(request, namedLanes, sentence(explanation, memoryModel)),
    details: lineWords(explanation),
    pointed:
      pointing.hoveredLane === undefined
        ? undefined
        : laneCaption(request, pointing.hoveredLane, isActive(request.activeMask, pointing.hoveredLane)),
  };
}

function pointedLanes({ lines }: GlobalExplanation, { hoveredLane, selectedSector }: Pointing): ReadonlySet<number> | undefined {
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  if (selectedSector === undefined) return undefined;
  const sector = lines.flatMap((line) => line.sectors).find(({ number }) => number === selectedSector);
  return sector && new Set(sector.lanes);
}
