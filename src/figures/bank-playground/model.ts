import { BANK_COUNT, WORD_BYTES, type WarpRequest } from "#simulator";
import { bankColumns, touchedWords, type BankColumn, type TouchedWord } from "#pictures/banks.ts";
import { count, percent, pluralize, ranges } from "#pictures/format.ts";
import { byteAddressOf, emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { bankReadings, type Reading } from "#pictures/readings.ts";
import { elementOfLane, outcomeOf, tileRequest, type Access, type Outcome, type Served } from "./access.ts";
import { details, laneCaption, sentence, wordCaption } from "./captions.ts";
import { ROW_WORDS, paddingOverhead, tileWords, wordRuns, wordsPerElement, type Element, type Tile, type WordRun } from "./tile.ts";

/** Everything that the reader may change. */
export interface Settings {
  readonly tile: Tile;
  readonly access: Access;
}

/** A request of a tile in shared memory as plain data that a picture is drawn from. The tile's own layout is `Layout`. */
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
  const refusedLanes = outcome.kind === "refused" ? outcome.lanes : [];
  const pointed = pointedLanes(outcome, pointing);
  const groups = outcome.kind === "served" ? groupBrackets(outcome, pointed) : [];
  const touched = touchedWords(outcome.explanation, pointed);
  const elementOf = (lane: number) => elementOfLane(tile, access, lane);
  const label = (lane: number) => laneCaption(request, lane, elementOf(lane));
  return {
    lanes: laneCells(request, { named: refusedLanes, pointed, label }),
    groups,
    banks: banksOf(outcome),
    touched,
    refused: refusedLanes.map((lane) => refusedElement(tile, request, lane)),
    readings: [...costReadings(outcome), ...spaceReadings(tile)],
    sentence: sentence(tile, outcome),
    details: details(tile, outcome, groups),
    pointed: pointedCaption(pointing, { label, elementOf, touched, groups }),
  };
}

function refusedElement(tile: Tile, request: WarpRequest, lane: number): RefusedElement {
  return { lane, runs: wordRuns(byteAddressOf(request, lane) / WORD_BYTES, wordsPerElement(tile)) };
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

/** Lanes that shared memory serves together, as a bracket over the warp. */
export interface GroupBracket {
  readonly number: number;
  readonly firstLane: number;
  readonly lanes: number;
  /** Groups that were fused into this one; 1: nothing was fused. */
  readonly fusedFrom: number;
  readonly wavefronts: number;
  readonly emphasis: Emphasis;
  /** The group in words: "Group 1, lanes 8–15: 32 words, 1 wavefront". */
  readonly label: string;
}

function groupBrackets({ explanation, fusedFrom }: Served, pointed: ReadonlySet<number> | undefined): GroupBracket[] {
  return explanation.groupEvidence.map(({ lanes, words, wavefronts }, number) => {
    const fused = fusedFrom > 1 ? `, ${fusedFrom} groups fused into one` : "";
    return {
      number,
      firstLane: Math.min(...lanes),
      lanes: lanes.length,
      fusedFrom,
      wavefronts,
      emphasis: emphasisOf(lanes, pointed),
      label: `Group ${number}, lanes ${ranges(lanes)}${fused}: ${pluralize(words.length, "word")}, ${pluralize(wavefronts, "wavefront")}`,
    };
  });
}

/** What is pointed at: one of these, or nothing. */
export interface Pointing {
  readonly hoveredLane?: number | undefined;
  /** Number of a touched word, whose lanes light up. */
  readonly hoveredWord?: number;
  /** Number of a group of lanes that are served together. */
  readonly hoveredGroup?: number;
}

/** The lanes that belong to what is pointed at; undefined when nothing is, or when it has no lanes. */
function pointedLanes({ explanation }: Outcome, pointing: Pointing): ReadonlySet<number> | undefined {
  const { hoveredLane, hoveredWord, hoveredGroup } = pointing;
  if (hoveredLane !== undefined) return new Set([hoveredLane]);
  if (hoveredGroup !== undefined) return lanesOf(explanation.groupEvidence.slice(hoveredGroup, hoveredGroup + 1));
  if (hoveredWord === undefined) return undefined;
  return lanesOf(explanation.groupEvidence.flatMap(({ words }) => words.filter(({ number }) => number === hoveredWord)));
}

interface Pointable extends Pick<Picture, "touched" | "groups"> {
  readonly label: (lane: number) => string;
  readonly elementOf: (lane: number) => Element;
}

/** What is pointed at, in words. */
function pointedCaption(pointing: Pointing, { label, elementOf, touched, groups }: Pointable): string | undefined {
  const { hoveredLane, hoveredWord, hoveredGroup } = pointing;
  if (hoveredLane !== undefined) return label(hoveredLane);
  const word = touched.find(({ number }) => number === hoveredWord);
  const lane = word?.lanes[0];
  if (word && lane !== undefined) return wordCaption(word, elementOf(lane));
  return groups.find(({ number }) => number === hoveredGroup)?.label;
}

function lanesOf(evidence: readonly { readonly lanes: readonly number[] }[]): ReadonlySet<number> | undefined {
  return evidence.length === 0 ? undefined : new Set(evidence.flatMap(({ lanes }) => lanes));
}
