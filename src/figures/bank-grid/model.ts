import { explainShared, h100, isActive, type WarpRequest } from "#simulator";
import { bankColumns, wordRows, type BankColumn, type WordRow } from "#pictures/banks.ts";
import { bankCaptions, sharedCaption, withRefusal, wordsOfLane } from "#pictures/captions.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";

/** A request of shared memory as plain data that a picture is drawn from. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly banks: readonly BankColumn[];
  readonly rows: readonly GridRow[];
  readonly readings: readonly Reading[];
  /** The picture in one sentence. */
  readonly sentence: string;
  /** The picture bank by bank. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

export type GridRow = WordRow | Gap;

interface PictureInput {
  readonly request: WarpRequest;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[] | undefined;
  readonly hoveredLane?: number | undefined;
}

export function picture({ request, namedLanes = [], hoveredLane }: PictureInput): Picture {
  const explanation = explainShared(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const label = (lane: number, active: boolean) => laneCaption(request, lane, active);
  return {
    lanes: laneCells(request, { named: namedLanes, pointed, label }),
    banks: bankColumns(explanation),
    rows: withGaps(wordRows(explanation, pointed)),
    readings: bankReadings(explanation),
    sentence: withRefusal(request, namedLanes, sharedCaption(explanation)),
    details: bankCaptions(explanation),
    pointed: hoveredLane === undefined ? undefined : label(hoveredLane, isActive(request.activeMask, hoveredLane)),
  };
}

/** What one lane does: the words it touches and the banks they lie in. */
function laneCaption(request: WarpRequest, lane: number, active: boolean): string {
  return active ? `Lane ${lane}: ${wordsOfLane(request, lane)}` : `Lane ${lane} is inactive`;
}
