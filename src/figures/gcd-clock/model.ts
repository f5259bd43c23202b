import { BANK_COUNT, WARP_SIZE, explainShared, h100, isActive, type WarpRequest } from "#simulator";
import { bankColumns } from "#pictures/banks.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { wordsOfLane } from "#pictures/captions.ts";
import { emphasisOf, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { gcd, strideRequest } from "./stride.ts";
import { strideRows, type StrideRow, type StrideTiming } from "./stride-rows.ts";
import { bankHour, details, sentence } from "./words.ts";

/** The widest stride on the slider, in words: past 33, to show that the clock begins again. */
export const MAX_STRIDE = 40;

export interface Settings {
  /** Words from one lane to the next. */
  readonly strideWords: number;
  /** Lanes 0 … step have found their banks. */
  readonly step: number;
  readonly hoveredLane?: number;
  readonly hoveredBank?: number;
  /** Measured times of the strides. */
  readonly timings: readonly StrideTiming[];
}

/** The 32 banks as the hours of a clock, and a warp that strides around it. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly hours: readonly Hour[];
  readonly hands: readonly Hand[];
  /** Bank that the walk comes back to after the last lane, when its last step would close the star. */
  readonly closing: Hand | undefined;
  readonly gcd: number;
  readonly banksReached: number;
  readonly readings: readonly Reading[];
  readonly rows: readonly StrideRow[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** One bank on the clock, with the lanes that stand at it, the first innermost. */
export interface Hour {
  readonly bank: number;
  readonly lanes: readonly { readonly lane: number; readonly emphasis: Emphasis }[];
  /** Distinct words of this bank that the lanes want: above 1, the bank is in conflict. */
  readonly degree: number;
}

/** The way from a lane's bank to the next lane's. */
export interface Hand {
  /** The lane that it leads to. */
  readonly lane: number;
  readonly fromBank: number;
  readonly toBank: number;
  readonly emphasis: Emphasis;
}

export function model({ strideWords, step, hoveredLane, hoveredBank, timings }: Settings): Picture {
  const request = strideRequest(strideWords, step + 1);
  const explanation = explainShared(request, h100);
  const words = explanation.groupEvidence.flatMap((group) => group.words);
  const lanesOf = (bank: number) => words.filter((word) => word.bank === bank).flatMap((word) => word.lanes);
  const pointed = pointedLanes(hoveredLane, hoveredBank === undefined ? [] : lanesOf(hoveredBank));
  const divisor = gcd(strideWords, BANK_COUNT);
  const hours = bankColumns(explanation).map(({ bank, degree }) => ({
    bank,
    degree,
    lanes: lanesOf(bank).map((lane) => ({ lane, emphasis: emphasisOf([lane], pointed) })),
  }));
  const hand = (lane: number): Hand => ({
    lane,
    fromBank: bankOf(strideWords, lane - 1),
    toBank: bankOf(strideWords, lane),
    emphasis: emphasisOf([lane], pointed),
  });
  return {
    lanes: laneCells(request, pointed),
    hours,
    hands: Array.from({ length: step }, (_, i) => hand(i + 1)),
    closing: step === WARP_SIZE - 1 && divisor === 1 ? hand(WARP_SIZE) : undefined,
    gcd: divisor,
    banksReached: hours.filter(({ lanes }) => lanes.length > 0).length,
    readings: bankReadings(explanation),
    rows: strideRows(MAX_STRIDE, strideWords, timings),
    sentence: sentence({ strideWords, step, explanation, timings }),
    details: details(hours),
    pointed:
      hoveredLane === undefined ? (hoveredBank === undefined ? undefined : bankHour(hours[hoveredBank])) : laneWords(request, hoveredLane),
  };
}

function bankOf(strideWords: number, lane: number): number {
  return (strideWords * lane) % BANK_COUNT;
}

function pointedLanes(hoveredLane: number | undefined, lanesOfBank: readonly number[]): ReadonlySet<number> | undefined {
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  return lanesOfBank.length > 0 ? new Set(lanesOfBank) : undefined;
}

function laneCells(request: WarpRequest, pointed: ReadonlySet<number> | undefined): LaneCell[] {
  return Array.from({ length: WARP_SIZE }, (_, lane) => ({
    lane,
    active: isActive(request.activeMask, lane),
    named: false,
    emphasis: emphasisOf([lane], pointed),
    label: laneWords(request, lane),
  }));
}

function laneWords(request: WarpRequest, lane: number): string {
  return isActive(request.activeMask, lane) ? `Lane ${lane}: ${wordsOfLane(request, lane)}` : `Lane ${lane} has not set out yet`;
}
