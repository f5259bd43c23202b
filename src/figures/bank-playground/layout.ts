import { WORD_BYTES } from "#simulator";
import { ROW_WORDS, elementWord, elementsOf, tileWords, wordRuns, wordsPerElement, type Element, type Tile, type WordRun } from "./tile.ts";

/** A tile as it lies in memory. */
export interface Layout {
  readonly gridRows: readonly GridRow[];
  readonly elements: readonly PlacedElement[];
  /** Where the elements of each second row of the tile lie. */
  readonly oddRows: readonly WordRun[];
  readonly padding: readonly WordRun[];
}

/** 32 neighbouring words, one a bank. */
export interface GridRow {
  readonly number: number;
  readonly firstByte: number;
}

/** An element with the words that hold it; one that is misaligned may be cut by the end of a row. */
export interface PlacedElement extends Element {
  readonly runs: readonly WordRun[];
}

export function layoutOf(tile: Tile): Layout {
  const tileRows = Array.from({ length: tile.rows }, (_, row) => row);
  return {
    gridRows: Array.from({ length: Math.ceil(tileWords(tile) / ROW_WORDS) }, (_, number) => ({
      number,
      firstByte: number * ROW_WORDS * WORD_BYTES,
    })),
    elements: elementsOf(tile).map((element) => ({ ...element, runs: wordRuns(elementWord(tile, element), wordsPerElement(tile)) })),
    oddRows: tileRows.filter((row) => row % 2 === 1).flatMap((row) => wordRuns(row * tile.pitchWords, ROW_WORDS)),
    padding: tileRows.flatMap((row) => wordRuns(row * tile.pitchWords + ROW_WORDS, tile.pitchWords - ROW_WORDS)),
  };
}
