import { BANK_COUNT, WARP_SIZE, WORD_BYTES, type WarpRequest } from "#simulator";
import { bankColumns, touchedWords, type BankColumn, type TouchedWord } from "#pictures/banks.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { emphasisOf, type LaneCell } from "#pictures/lanes.ts";
import { count, percent } from "#pictures/format.ts";
import { elementOfLane, tileRequest, type Access } from "./access.ts";
import { outcomeOf, type Outcome } from "./cost.ts";
import { groupBrackets, type GroupBracket } from "./groups.ts";
import { pointedLanes, pointedWords, type Pointing } from "./pointing.ts";
import { ROW_WORDS, paddingOverhead, tileWords, wordRuns, wordsPerElement, type Tile, type WordRun } from "./tile.ts";
import { details, laneWords, sentence } from "./words.ts";

/** Everything that the reader may change. */
export interface Settings {
  readonly tile: Tile;
  readonly access: Access;
}

/** A request of a tile in shared memory as plain data that a picture is drawn from, the tile's own layout aside. */
export interface Picture {
  readonly lanes: readonly LaneCell[];
  readonly groups: readonly GroupBracket[];
  readonly banks: readonly BankColumn[];
  readonly touched: readonly TouchedWord[];
  /** The words that misaligned lanes want; none where the request is served. */
  readonly refused: readonly RefusedElement[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  readonly details: readonly string[];
  /** What is pointed at, in words. */
  readonly pointed: string | undefined;
}

/** The place that a misaligned lane asks for. */
export interface RefusedElement {
  readonly lane: number;
  readonly runs: readonly WordRun[];
}

export function model({ tile, access, ...pointing }: Settings & Pointing): Picture {
  const request = tileRequest(tile, access);
  const outcome = outcomeOf(request);
  const pointed = pointedLanes(outcome, pointing);
  const groups = outcome.kind === "served" ? groupBrackets(outcome, pointed) : [];
  const touched = touchedWords(outcome.explanation, pointed);
  const elementOf = (lane: number) => elementOfLane(tile, access, lane);
  const label = (lane: number) => laneWords(request, lane, elementOf(lane));
  return {
    lanes: Array.from({ length: WARP_SIZE }, (_, lane) => ({
      lane,
      active: true,
      named: outcome.kind === "refused" && outcome.lanes.includes(lane),
      emphasis: emphasisOf([lane], pointed),
      label: label(lane),
    })),
    groups,
    banks: banksOf(outcome),
    touched,
    refused: outcome.kind === "refused" ? refusedElements(tile, request, outcome.lanes) : [],
    readings: [...costReadings(outcome), ...spaceReadings(tile)],
    sentence: sentence(tile, outcome),
    details: details(tile, outcome, groups),
    pointed: pointedWords(pointing, { laneLabel: label, elementOf, touched, groups }),
  };
}
function refusedElements(tile: Tile, { addresses }: WarpRequest, lanes: readonly number[]): RefusedElement[] {
  return lanes.map((lane) => ({ lane, runs: wordRuns(addresses[lane] / WORD_BYTES, wordsPerElement(tile)) }));
}

function banksOf(outcome: Outcome): BankColumn[] {
  if (outcome.kind === "served") return bankColumns(outcome.explanation);
  return Array.from({ length: BANK_COUNT }, (_, bank) => ({ bank, degree: 0 }));
}

function costReadings(outcome: Outcome): Reading[] {
  if (outcome.kind === "served") return bankReadings(outcome.explanation);
  return ["wavefronts", "conflicts", "degree"].map((name) => ({ name, value: "refused" }));
}

function spaceReadings(tile: Tile): Reading[] {
  return [
    { name: "words", value: count(tileWords(tile)), ideal: count(tile.rows * ROW_WORDS) },
    { name: "padding", value: percent(paddingOverhead(tile)) },
  ];
}
