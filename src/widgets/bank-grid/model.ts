import {
  BANK_COUNT,
  WARP_SIZE,
  WORD_BYTES,
  explainShared,
  h100,
  isActive,
  type SharedExplanation,
} from "../../../grader/simulator/index.ts";
import { groupBy } from "../../../grader/simulator/group-by.ts";
import type { WitnessRequest } from "../../../grader/judge/result.ts";
import { emphasisOf, type Emphasis } from "../drawing/emphasis.ts";
import { count } from "../drawing/format.ts";
import type { LaneCell } from "../drawing/lane-strip.tsx";
import type { Reading } from "../drawing/reading.ts";
import { withGaps, type Gap } from "../drawing/rows.ts";
import { bankWords, laneWords, sentence } from "./words.ts";

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

/** One of the 32 columns. */
export interface BankColumn {
  readonly bank: number;
  /** The most words of this bank that one group of lanes wants: above 1, the bank is in conflict. */
  readonly degree: number;
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
  readonly request: WitnessRequest;
  /** Lanes that a failed check names. */
  readonly namedLanes?: readonly number[];
  readonly hoveredLane?: number;
}

export function picture({ request, namedLanes = [], hoveredLane }: PictureInput): Picture {
  const explanation = explainShared(request, h100);
  const pointed = hoveredLane === undefined ? undefined : new Set([hoveredLane]);
  const banks = bankColumns(explanation);
  const active = (lane: number) => isActive(request.activeMask, lane);
  return {
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: active(lane),
      named: namedLanes.includes(lane),
      emphasis: emphasisOf([lane], pointed),
      label: laneWords(request, lane, active(lane)),
    })),
    banks,
    rows: withGaps(wordRows(explanation, pointed)),
    readings: [
      { name: "wavefronts", value: count(explanation.wavefronts), ideal: count(explanation.groups) },
      { name: "conflicts", value: count(explanation.bankConflicts) },
      { name: "degree", value: count(explanation.conflictDegree) },
    ],
    sentence: sentence(explanation),
    details: bankWords(explanation),
    pointed: hoveredLane === undefined ? undefined : laneWords(request, hoveredLane, active(hoveredLane)),
  };
}

function bankColumns({ groupEvidence }: SharedExplanation): BankColumn[] {
  const degrees = groupEvidence.map(({ words }) => groupBy(words, (word) => word.bank));
  return Array.from({ length: BANK_COUNT }, (_, bank) => ({
    bank,
    degree: Math.max(0, ...degrees.map((words) => words.get(bank)?.length ?? 0)),
  }));
}

function wordRows({ groupEvidence }: SharedExplanation, pointed: ReadonlySet<number> | undefined): WordRow[] {
  const words = groupBy(
    groupEvidence.flatMap((group) => group.words),
    (word) => word.number,
  );
  const cells = [...words].map(([number, evidence]) => {
    const lanes = evidence.flatMap((word) => word.lanes).sort((a, b) => a - b);
    return { row: Math.floor(number / BANK_COUNT), bank: number % BANK_COUNT, lanes, emphasis: emphasisOf(lanes, pointed) };
  });
  return [...groupBy(cells, (cell) => cell.row)]
    .sort(([a], [b]) => a - b)
    .map(([number, cells]) => ({
      kind: "words",
      number,
      firstByte: number * BANK_COUNT * WORD_BYTES,
      cells: cells.map(({ bank, lanes, emphasis }) => ({ bank, lanes, emphasis })).sort((a, b) => a.bank - b.bank),
    }));
}
