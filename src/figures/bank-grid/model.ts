import { explainShared, h100, isActive, type WarpRequest } from "#simulator";
import { bankColumns, wordRows, type BankColumn, type WordRow } from "#pictures/banks.ts";
import { bankCaptions, sharedCaption, withRefusal, wordsOfLane } from "#pictures/captions.ts";
import { laneCells, type LaneCell } from "#pictures/lanes.ts";
import { matrixToDraw } from "#pictures/matrices.ts";
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
  /** Of an instruction that moves several matrices, one after the other: which of them is drawn. */
  readonly matrix?: { readonly drawn: number; readonly of: number };
}

export type GridRow = WordRow | Gap;

interface PictureInput {
  readonly request: WarpRequest;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[] | undefined;
  readonly hoveredLane?: number | undefined;
  /** The matrix to draw, of several; by default that of the named lanes, or the one that takes most wavefronts. */
  readonly matrix?: number | undefined;
}

export function picture({ request, namedLanes = [], hoveredLane, matrix }: PictureInput): Picture {
  const explanation = explainShared(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const label = (lane: number, active: boolean) => laneCaption(request, lane, active);
  const lanes = laneCells(request, { named: namedLanes, pointed, label });
  const readings = bankReadings(explanation);
  const spoken = hoveredLane === undefined ? undefined : label(hoveredLane, isActive(request.activeMask, hoveredLane));
  const ofMatrices = matrixToDraw(request, { hoveredLane, matrix, namedLanes });
  const group = ofMatrices && explanation.groupEvidence[ofMatrices.drawn];
  const shown = group === undefined ? explanation : { ...explanation, groupEvidence: [group] };
  return {
    lanes:
      group === undefined || pointed ? lanes : lanes.map((cell) => (group.lanes.includes(cell.lane) ? cell : { ...cell, emphasis: "dim" })),
    banks: bankColumns(shown),
    rows: withGaps(wordRows(shown, pointed)),
    readings,
    sentence: `${withRefusal(request, namedLanes, sharedCaption(explanation))}${group === undefined ? "" : ` Matrix ${ofMatrices?.drawn}, the one drawn, takes ${group.wavefronts} of the ${explanation.wavefronts} wavefronts.`}`,
    details: bankCaptions(shown),
    pointed: spoken,
    ...(ofMatrices && { matrix: { drawn: ofMatrices.drawn, of: ofMatrices.of } }),
  };
}

/** What one lane does: the words it touches and the banks they lie in. */
function laneCaption(request: WarpRequest, lane: number, active: boolean): string {
  return active ? `Lane ${lane}: ${wordsOfLane(request, lane)}` : `Lane ${lane} is inactive`;
}
