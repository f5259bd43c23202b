import { BANK_COUNT, WORD_BYTES, type SharedExplanation, type WordEvidence } from "#simulator";
import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { withGaps, type Gap } from "#pictures/rows.ts";
import { keyBytes, pitchBytes, type KTile } from "./tile.ts";

/** Shared memory from top to bottom: rows of 32 words, and gaps where rows that no lane touches are left out. */
export type TileRow = BankRow | Gap;

/** 32 neighbouring words, one a bank. */
export interface BankRow {
  readonly kind: "banks";
  /** The row's first byte is 128 × number. */
  readonly number: number;
  readonly firstByte: number;
  /** Where numbers of K lie; the rest is padding. Offsets count from the row's first byte. */
  readonly held: readonly { readonly offsetBytes: number; readonly bytes: number }[];
  readonly cells: readonly BankCell[];
}

/** Neighbouring words that the same lanes touch. */
export interface BankCell {
  readonly firstBank: number;
  readonly banks: number;
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

export const ROW_BYTES = BANK_COUNT * WORD_BYTES;

interface TileRowsInput {
  readonly tile: KTile;
  /** Whether all of K lies in the tile already. */
  readonly filled: boolean;
  /** Requests whose rows are shown, so that the picture keeps its rows from step to step. */
  readonly shown: readonly SharedExplanation[];
  /** The request whose lanes are drawn; undefined: nobody touches the tile. */
  readonly drawn: SharedExplanation | undefined;
  readonly pointed: ReadonlySet<number> | undefined;
}

export function tileRows({ tile, filled, shown, drawn, pointed }: TileRowsInput): TileRow[] {
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

/** A row of the tile may end, and the next begin, inside a row of banks. */
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
  return [...byLanes.values()].flatMap((words) =>
    runsOf(words.map((word) => word.bank)).map(({ first, length }) => ({
      firstBank: first,
      banks: length,
      lanes: words[0].lanes,
      emphasis: emphasisOf(words[0].lanes, pointed),
    })),
  );
}

/** Ascending numbers as runs of neighbours. */
function runsOf(numbers: readonly number[]): { first: number; length: number }[] {
  const runs: { first: number; length: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.first + run.length === number) run.length++;
    else runs.push({ first: number, length: 1 });
  }
  return runs;
}
