import { BANK_COUNT, FULL_MASK, WORD_BYTES, explainShared, globalCost, h100, type SharedExplanation, type WordEvidence } from "#simulator";
import { bankColumns, type BankColumn } from "#pictures/banks.ts";
import { bytes } from "#pictures/format.ts";
import { emphasisOf, laneCells, type Emphasis, type LaneCell } from "#pictures/lanes.ts";
import { bankReadings, requestReadings, type Reading } from "#pictures/readings.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";
import { laneCaption, remedyCaptions, stageCaption } from "./captions.ts";
import {
  STAGES,
  bytesPerLane,
  columnPlaces,
  globalRequest,
  keyBytes,
  paddingBytes,
  pitchBytes,
  placesOf,
  rowPlaces,
  stageAt,
  tileRequest,
  type KTile,
  type Settings,
  type Stage,
  type TilePlace,
} from "./tile.ts";

/** A tile of K at one stage of its use, as plain data that a picture is drawn from. */
export interface Picture {
  readonly stage: Stage;
  readonly lanes: readonly LaneCell[];
  /** Bytes of one key: how long a row of `keys` is. */
  readonly keyBytes: number;
  readonly keys: readonly KeyRow[];
  readonly banks: readonly BankColumn[];
  /** Neighbouring banks in conflict, which are framed together. */
  readonly conflicts: readonly Run[];
  readonly rows: readonly TileRow[];
  readonly readings: readonly Reading[];
  readonly sentence: string;
  /** Every stage in words, and what each remedy makes of the read. */
  readonly details: readonly string[];
  /** The pointed lane in words, when one is pointed at. */
  readonly pointed: string | undefined;
}

export function model(settings: Settings): Picture {
  const { step, request, column, hoveredLane } = settings;
  const stage = stageAt(step);
  const places = placesOf(settings, stage);
  const pointed = hoveredLane === undefined || places.length === 0 ? undefined : new Set([hoveredLane]);
  const store = explainShared(tileRequest(settings, "store", rowPlaces(settings, request)), h100);
  const read = explainShared(tileRequest(settings, "load", columnPlaces(settings, column)), h100);
  const drawn = { load: undefined, store, barrier: undefined, read }[stage];
  const banks = drawn ? bankColumns(drawn) : Array.from({ length: BANK_COUNT }, (_, bank) => ({ bank, degree: 0 }));
  const label = (lane: number) => laneCaption(settings, stage, places[lane], lane);
  return {
    stage,
    lanes: laneCells({ activeMask: places.length > 0 ? FULL_MASK : 0 }, { pointed, label }),
    keyBytes: keyBytes(settings),
    keys: keyRows(settings, places, pointed),
    banks,
    conflicts: runsOf(banks.filter(({ degree }) => degree > 1).map(({ bank }) => bank)),
    rows: tileRows({ tile: settings, filled: stage === "barrier" || stage === "read", shown: [store, read], drawn, pointed }),
    readings: readings(settings, stage, { store, read }),
    sentence: stageCaption(settings, stage),
    details: [...STAGES.map((stage) => stageCaption(settings, stage)), ...remedyCaptions(settings)],
    pointed: hoveredLane === undefined ? undefined : label(hoveredLane),
  };
}

function readings(settings: Settings, stage: Stage, { store, read }: Record<"store" | "read", SharedExplanation>): Reading[] {
  switch (stage) {
    case "load":
      return requestReadings(globalCost(globalRequest(settings, rowPlaces(settings, settings.request)), h100), "sector");
    case "store":
      return bankReadings(store);
    case "barrier":
      return barrierReadings(settings);
    case "read":
      return bankReadings(read);
  }
}

/** A key in global memory, to scale. Offsets count from its first byte. */
interface KeyRow {
  readonly key: number;
  readonly pieces: readonly KeyPiece[];
}

/** What one lane accesses. */
interface KeyPiece {
  readonly lane: number;
  readonly offsetBytes: number;
  readonly bytes: number;
  readonly emphasis: Emphasis;
}

/** The keys of the tile as global memory holds them, and what the lanes access of them. */
function keyRows(tile: KTile, places: readonly TilePlace[], pointed: ReadonlySet<number> | undefined): KeyRow[] {
  return Array.from({ length: tile.keys }, (_, key) => ({
    key,
    pieces: places.flatMap((place, lane) =>
      place.key === key ? [{ lane, offsetBytes: place.offset, bytes: bytesPerLane(tile), emphasis: emphasisOf([lane], pointed) }] : [],
    ),
  }));
}

/** Shared memory from top to bottom: rows of 32 words, and gaps where rows that no lane touches are left out. */
export type TileRow = BankRow | Gap;

/** 32 neighbouring words, one per bank. */
export interface BankRow {
  readonly kind: "banks";
  /** The row's first byte is 128 × number. */
  readonly number: number;
  readonly firstByte: number;
  /** The bytes that hold elements of K; the rest is padding. Offsets count from the row's first byte. */
  readonly held: readonly { readonly offsetBytes: number; readonly bytes: number }[];
  readonly cells: readonly BankCell[];
}

/** Neighbouring words that the same lanes touch. */
interface BankCell {
  readonly firstBank: number;
  readonly banks: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

export const ROW_BYTES = BANK_COUNT * WORD_BYTES;

interface TileRowsInput {
  readonly tile: KTile;
  /** Whether the tile holds all of K already. */
  readonly filled: boolean;
  /** Requests whose rows are shown, so that the picture keeps its rows from step to step. */
  readonly shown: readonly SharedExplanation[];
  /** The request whose lanes are drawn; undefined: no lane touches the tile. */
  readonly drawn: SharedExplanation | undefined;
  readonly pointed: ReadonlySet<number> | undefined;
}

function tileRows({ tile, filled, shown, drawn, pointed }: TileRowsInput): TileRow[] {
  const numbers = new Set(shown.flatMap(wordsOf).map(rowOf));
  const words = Map.groupBy(drawn ? wordsOf(drawn) : [], rowOf);
  return withGaps(
    [...numbers]
      .sort((a, b) => a - b)
      .map((number): BankRow => ({
        kind: "banks",
        number,
        firstByte: number * ROW_BYTES,
        held: filled ? heldBytes(tile, number * ROW_BYTES) : [],
        cells: cellsOf(words.get(number) ?? [], pointed),
      })),
  );
}

function wordsOf({ groupEvidence }: SharedExplanation): WordEvidence[] {
  return groupEvidence.flatMap((group) => group.words);
}

function rowOf({ number }: WordEvidence): number {
  return Math.floor(number / BANK_COUNT);
}

/** The parts of a row of banks that hold K. A row of the tile may end, and the next begin, inside of it. */
function heldBytes(tile: KTile, firstByte: number): { offsetBytes: number; bytes: number }[] {
  const pitch = pitchBytes(tile);
  const firstKey = Math.floor(firstByte / pitch);
  const lastKey = Math.min(tile.keys - 1, Math.floor((firstByte + ROW_BYTES - 1) / pitch));
  return Array.from({ length: lastKey - firstKey + 1 }, (_, i) => {
    const start = Math.max(firstByte, (firstKey + i) * pitch);
    const end = Math.min(firstByte + ROW_BYTES, (firstKey + i) * pitch + keyBytes(tile));
    return { offsetBytes: start - firstByte, bytes: end - start };
  }).filter(({ bytes }) => bytes > 0);
}

function cellsOf(words: readonly WordEvidence[], pointed: ReadonlySet<number> | undefined): BankCell[] {
  const byLanes = Map.groupBy(words, ({ lanes }) => lanes.join());
  return [...byLanes.values()].flatMap((words) => {
    const lanes = [...new Set(words.flatMap((word) => word.lanes))];
    const emphasis = emphasisOf(lanes, pointed);
    return runsOf(words.map((word) => word.bank)).map(({ first, length }) => ({ firstBank: first, banks: length, lanes, emphasis }));
  });
}

/** Consecutive numbers. */
interface Run {
  readonly first: number;
  readonly length: number;
}

/** Distinct numbers as runs, ascending. */
function runsOf(numbers: readonly number[]): Run[] {
  const runs: { first: number; length: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.first + run.length === number) run.length++;
    else runs.push({ first: number, length: 1 });
  }
  return runs;
}

/** The numbers of the barrier: the size of the whole tile, which the block waits for. */
function barrierReadings(tile: KTile): Reading[] {
  return [
    { name: "tile", value: bytes(tile.keys * pitchBytes(tile)) },
    { name: "padding", value: bytes(tile.keys * paddingBytes(tile)) },
  ];
}
