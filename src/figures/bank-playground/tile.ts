import { BANK_COUNT, WORD_BYTES } from "#simulator";

/** A matrix in shared memory whose rows are 32 words wide, and how its elements are laid out there. */
export interface Tile {
  readonly rows: number;
  /** Words from the start of one row to the start of the next: 32, and more where rows are padded. */
  readonly pitchWords: number;
  readonly swizzle: Swizzle;
  readonly bytesPerElement: ElementBytes;
}

/** "xor" puts element (row, column) where (row, column xor row) would lie. */
export type Swizzle = "off" | "xor";

/** The sizes that are served in groups of different size: 32, 16 and 8 lanes. */
export type ElementBytes = 4 | 8 | 16;

/** Words of a row that hold elements; the rest of the pitch is padding. */
export const ROW_WORDS = BANK_COUNT;

/** An element by its place in the matrix, wherever it lies in memory. */
export interface Element {
  readonly row: number;
  readonly column: number;
}

/** Neighbouring words within one row of banks. */
export interface WordRun {
  /** Number of the row of banks: its first word is 32 × gridRow. */
  readonly gridRow: number;
  readonly bank: number;
  readonly words: number;
}

export function wordsPerElement({ bytesPerElement }: Tile): number {
  return bytesPerElement / WORD_BYTES;
}

export function columnsOf(tile: Tile): number {
  return ROW_WORDS / wordsPerElement(tile);
}

/** Words that the tile occupies, padding included. */
export function tileWords({ rows, pitchWords }: Tile): number {
  return rows * pitchWords;
}

/** Words of padding over words of elements: 1/32 for a pitch of 33. */
export function paddingOverhead({ pitchWords }: Tile): number {
  return pitchWords / ROW_WORDS - 1;
}

/** Number of an element's first word. */
export function elementWord(tile: Tile, { row, column }: Element): number {
  const columns = columnsOf(tile);
  const storedColumn = tile.swizzle === "xor" ? column ^ (row % columns) : column;
  return row * tile.pitchWords + storedColumn * wordsPerElement(tile);
}

/** All elements, row by row. */
function elementsOf(tile: Tile): Element[] {
  const columns = columnsOf(tile);
  return Array.from({ length: tile.rows * columns }, (_, index) => ({ row: Math.floor(index / columns), column: index % columns }));
}

/** Neighbouring words, cut where a row of banks ends. */
export function wordRuns(firstWord: number, words: number): WordRun[] {
  if (words <= 0) return [];
  const run = firstRun(firstWord, words);
  return [run, ...wordRuns(firstWord + run.words, words - run.words)];
}

function firstRun(firstWord: number, words: number): WordRun {
  const bank = firstWord % BANK_COUNT;
  return { gridRow: Math.floor(firstWord / BANK_COUNT), bank, words: Math.min(words, BANK_COUNT - bank) };
}

/** A tile as it lies in memory. */
export interface Layout {
  readonly gridRows: readonly GridRow[];
  readonly elements: readonly PlacedElement[];
  /** Where the elements of every second row of the tile lie. */
  readonly oddRows: readonly WordRun[];
  readonly padding: readonly WordRun[];
}

/** 32 neighbouring words, one per bank. */
export interface GridRow {
  readonly number: number;
  readonly firstByte: number;
}

/** An element with the words that hold it; one that is misaligned may be cut by the end of a row. */
interface PlacedElement extends Element {
  readonly firstRun: WordRun;
  readonly runs: readonly WordRun[];
}

/** Where everything of a tile lies that starts at byte 0. */
export function layoutOf(tile: Tile): Layout {
  const tileRows = Array.from({ length: tile.rows }, (_, row) => row);
  const elementWords = wordsPerElement(tile);
  return {
    gridRows: Array.from({ length: Math.ceil(tileWords(tile) / ROW_WORDS) }, (_, number) => ({
      number,
      firstByte: number * ROW_WORDS * WORD_BYTES,
    })),
    elements: elementsOf(tile).map((element) => {
      const word = elementWord(tile, element);
      return { ...element, firstRun: firstRun(word, elementWords), runs: wordRuns(word, elementWords) };
    }),
    oddRows: tileRows.filter((row) => row % 2 === 1).flatMap((row) => wordRuns(row * tile.pitchWords, ROW_WORDS)),
    padding: tileRows.flatMap((row) => wordRuns(row * tile.pitchWords + ROW_WORDS, tile.pitchWords - ROW_WORDS)),
  };
}
