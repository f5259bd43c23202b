import { BANK_COUNT, SECTOR_BYTES, WORD_BYTES, explainGlobal, explainShared, h100, type WarpRequest } from "#simulator";
import { byteAddressOf, emphasisOf, type Emphasis } from "#pictures/lanes.ts";
import { SIDE } from "./versions.ts";

const BYTES_PER_ELEMENT = 4;

/** One matrix in global memory, row-major, to scale: an element's position is its row and column. */
export interface MatrixPicture {
  /** All elements that were loaded or stored so far; undefined while there are none. */
  readonly done: Box | undefined;
  /** Sectors of the lit warp's request. */
  readonly sectors: readonly SectorBox[];
  /** Elements that its lanes ask for. */
  readonly pieces: readonly ElementCell[];
}

/** A rectangle, counted in elements. */
interface Box {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

interface SectorBox extends Box {
  /** Its first byte is 32 × number. */
  readonly number: number;
  readonly emphasis: Emphasis;
}

interface ElementCell {
  readonly lane: number;
  readonly row: number;
  readonly column: number;
  readonly emphasis: Emphasis;
}

interface MatrixInput {
  /** All requests so far. */
  readonly requests: readonly WarpRequest[];
  /** The lit warp's, when it is drawn. */
  readonly lit: WarpRequest | undefined;
  readonly pointed: ReadonlySet<number> | undefined;
}

export function matrixPicture({ requests, lit, pointed }: MatrixInput): MatrixPicture {
  const done = boxOf(requests);
  if (!lit) return { done, sectors: [], pieces: [] };
  const evidence = explainGlobal(lit, h100).lines.flatMap((line) => line.sectors);
  return {
    done,
    sectors: evidence.map(({ number, firstByte, lanes }) => ({
      number,
      ...placeOf(firstByte),
      rows: 1,
      columns: SECTOR_BYTES / BYTES_PER_ELEMENT,
      emphasis: emphasisOf(lanes, pointed),
    })),
    pieces: evidence
      .flatMap(({ lanes }) => lanes)
      .sort((a, b) => a - b)
      .map((lane) => ({ lane, ...placeOf(byteAddressOf(lit, lane)), emphasis: emphasisOf([lane], pointed) })),
  };
}

/** Row and column of the element at a byte address. */
export function placeOf(byteAddress: number): { readonly row: number; readonly column: number } {
  const element = byteAddress / BYTES_PER_ELEMENT;
  return { row: Math.floor(element / SIDE), column: element % SIDE };
}

/** The smallest rectangle around all elements; for whole tiles it holds nothing else. */
function boxOf(requests: readonly WarpRequest[]): Box | undefined {
  const places = requests.flatMap(({ addresses }) => Array.from(addresses, placeOf));
  if (places.length === 0) return undefined;
  const rows = places.map((place) => place.row);
  const columns = places.map((place) => place.column);
  const row = Math.min(...rows);
  const column = Math.min(...columns);
  return { row, column, rows: Math.max(...rows) - row + 1, columns: Math.max(...columns) - column + 1 };
}

/** The tile in shared memory as the hardware stores it: 32 banks across, one row per 32 words. */
export interface TilePicture {
  readonly rows: number;
  /** Words that hold an element by now, as runs of adjacent words within a row. */
  readonly held: readonly WordRun[];
  /** Words that no thread ever uses. */
  readonly spare: readonly WordPlace[];
  /** Words of the lit warp's request. */
  readonly words: readonly WordCell[];
  /** Banks that the request asks for more than one word. */
  readonly stacks: readonly { readonly bank: number; readonly degree: number }[];
}

interface WordPlace {
  readonly row: number;
  readonly bank: number;
}

/** `banks` words side by side, `bank` being the first one's. */
interface WordRun extends WordPlace {
  readonly banks: number;
}

interface WordCell extends WordPlace {
  readonly lane: number;
  readonly emphasis: Emphasis;
}

interface TileInput {
  /** Words of the tile. */
  readonly words: number;
  /** Stores into the tile so far. */
  readonly stores: readonly WarpRequest[];
  /** All stores that the block will ever make. */
  readonly allStores: readonly WarpRequest[];
  /** The lit warp's request, when it is drawn. */
  readonly lit: WarpRequest | undefined;
  readonly pointed: ReadonlySet<number> | undefined;
}

export function tilePicture({ words, stores, allStores, lit, pointed }: TileInput): TilePicture {
  const used = wordsOf(allStores);
  const evidence = lit ? explainShared(lit, h100).groupEvidence.flatMap((group) => group.words) : [];
  return {
    rows: words / BANK_COUNT,
    held: runsOf([...wordsOf(stores)].sort((a, b) => a - b)),
    spare: Array.from({ length: words }, (_, word) => word)
      .filter((word) => !used.has(word))
      .map(wordPlace),
    words: evidence.flatMap(({ number, lanes }) =>
      lanes.map((lane) => ({ lane, ...wordPlace(number), emphasis: emphasisOf([lane], pointed) })),
    ),
    stacks: [...Map.groupBy(evidence, (word) => word.bank)]
      .filter(([, onBank]) => onBank.length > 1)
      .map(([bank, onBank]) => ({ bank, degree: onBank.length })),
  };
}

function wordsOf(requests: readonly WarpRequest[]): Set<number> {
  return new Set(requests.flatMap(({ addresses }) => Array.from(addresses, (byteAddress) => byteAddress / WORD_BYTES)));
}

/** Ascending words, joined to runs within rows. */
function runsOf(words: readonly number[]): WordRun[] {
  const runs: { row: number; bank: number; banks: number }[] = [];
  for (const { row, bank } of words.map(wordPlace)) {
    const run = runs.at(-1);
    if (run?.row === row && run.bank + run.banks === bank) run.banks++;
    else runs.push({ row, bank, banks: 1 });
  }
  return runs;
}

function wordPlace(word: number): WordPlace {
  return { row: Math.floor(word / BANK_COUNT), bank: word % BANK_COUNT };
}
