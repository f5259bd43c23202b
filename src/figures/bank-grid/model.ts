import { BANK_COUNT, WARP_SIZE, WORD_BYTES, explainShared, h100, isActive, type SharedExplanation, type WarpRequest } from "#simulator";
import { bankColumns, touchedWords, type BankColumn } from "#pictures/banks.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { sharedCaption, bankCaptions, withRefusal } from "#pictures/captions.ts";
import { emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";
import { laneWords } from "./words.ts";

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

/** 32 neighbouring words, one a bank. */
export interface WordRow {
  readonly kind: "words";
  /** The row's first word is 32 × number. */
  readonly number: number;
  readonly firstByte: number;
  /** The words of the row that lanes touch. */
  readonly cells: readonly WordCell[];
}

export interface WordCell {
  readonly bank: number;
  /** Lanes that touch the word, ascending; several lanes share it. */
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

export interface PictureInput {
  readonly request: WarpRequest;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[];
  readonly hoveredLane?: number;
}

export function picture({ request, namedLanes = [], hoveredLane }: PictureInput): Picture {
  const explanation = explainShared(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const active = (lane: number) => isActive(request.activeMask, lane);
  return {
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: active(lane),
      named: namedLanes.includes(lane),
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(request, lane, active(lane)),
    })),
    banks: bankColumns(explanation),
    rows: withGaps(wordRows(explanation, pointed)),
    readings: bankReadings(explanation),
    sentence: withRefusal(request, namedLanes, sharedCaption(explanation)),
    details: bankCaptions(explanation),
    pointed: hoveredLane === undefined ? undefined : laneWords(request, hoveredLane, active(hoveredLane)),
  };
}

function wordRows(explanation: SharedExplanation, pointed: ReadonlySet<number> | undefined): WordRow[] {
  const rows = Map.groupBy(touchedWords(explanation, pointed), (word) => Math.floor(word.number / BANK_COUNT));
  return [...rows].map(([number, words]) => ({
    kind: "words",
    number,
    firstByte: number * BANK_COUNT * WORD_BYTES,
    cells: words.map(({ bank, lanes, emphasis }) => ({ bank, lanes, emphasis })),
  }));
}
