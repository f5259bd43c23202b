import { BANK_COUNT, WARP_SIZE, explainShared, h100, isActive, type WarpRequest } from "#simulator";
import { bankColumns } from "#pictures/banks.ts";
import { wordsOfLane } from "#pictures/captions.ts";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { bankCaption, details, sentence } from "./captions.ts";
import { gcd, strideRequest, strideRows, type StrideRow, type StrideTiming } from "./stride.ts";

/** The largest stride on the slider, in words: more than 33, to show that the walk repeats after 32. */
export const MAX_STRIDE = 40;

export interface Settings {
  /** Words from one lane to the next. */
  readonly strideWords: number;
  /** Lanes 0 … step have reached their banks. */
  readonly step: number;
  readonly hoveredLane?: number | undefined;
  readonly hoveredBank?: number | undefined;
  /** Measured times of the strides. */
  readonly timings: readonly StrideTiming[];
}

/** The 32 banks as the hours of a clock and the walk of a warp around it, as plain data that a picture is drawn from. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly hours: readonly Hour[];
  readonly hands: readonly Hand[];
  /** The step from the last lane back to bank 0, where it completes the star; undefined: it does not, or the walk is not over. */
  readonly closing: Hand | undefined;
  readonly gcd: number;
  readonly banksReached: number;
  readonly readings: readonly Reading[];
  readonly rows: readonly StrideRow[];
  readonly sentence: string;
  readonly details: readonly string[];
  readonly pointed: string | undefined;
}

/** One bank on the clock, with the lanes that want its words, the innermost first. */
export interface Hour {
  readonly bank: number;
  readonly lanes: readonly { readonly lane: number; readonly emphasis: Emphasis }[];
  /** Distinct words of this bank that the lanes want: above 1, the bank is in conflict. */
  readonly degree: number;
}

/** The step from one lane's bank to the next lane's. */
export interface Hand {
  /** The later of the two lanes. */
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
  const hoveredHour = hours.find(({ bank }) => bank === hoveredBank);
  const hand = (lane: number): Hand => ({
    lane,
    fromBank: bankOf(strideWords, lane - 1),
    toBank: bankOf(strideWords, lane),
    emphasis: emphasisOf([lane], pointed),
  });
  return {
    lanes: laneCells(request, { pointed, label: (lane) => laneCaption(request, lane) }),
    hours,
    hands: Array.from({ length: step }, (_, i) => hand(i + 1)),
    closing: step === WARP_SIZE - 1 && divisor === 1 ? hand(WARP_SIZE) : undefined,
    gcd: divisor,
    banksReached: hours.filter(({ lanes }) => lanes.length > 0).length,
    readings: bankReadings(explanation),
    rows: strideRows(MAX_STRIDE, strideWords, timings),
    sentence: sentence({ strideWords, step, explanation, timings }),
    details: details(hours),
    pointed: hoveredLane === undefined ? hoveredHour && bankCaption(hoveredHour) : laneCaption(request, hoveredLane),
  };
}

function bankOf(strideWords: number, lane: number): number {
  return (strideWords * lane) % BANK_COUNT;
}

function pointedLanes(hoveredLane: number | undefined, lanesOfBank: readonly number[]): ReadonlySet<number> | undefined {
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  return lanesOfBank.length > 0 ? new Set(lanesOfBank) : undefined;
}

function laneCaption(request: WarpRequest, lane: number): string {
  return isActive(request.activeMask, lane) ? `Lane ${lane}: ${wordsOfLane(request, lane)}` : `Lane ${lane} hasn't started yet`;
}
