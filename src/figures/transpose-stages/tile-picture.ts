import { BANK_COUNT, WORD_BYTES, explainShared, h100, type WarpRequest } from "#simulator";
import { emphasisOf, type Emphasis } from "#pictures/lanes.ts";

/** The tile in shared memory as the hardware has it: 32 banks across, a row for each 32 words. */
export interface TilePicture {
  readonly rows: number;
  /** Words that hold an element by now: runs of neighbours in a row. */
  readonly held: readonly WordRun[];
  /** Words that no thread ever uses. */
  readonly spare: readonly WordPlace[];
  /** Words of the lit warp's request. */
  readonly words: readonly WordCell[];
  /** Banks that the request asks for more than one word. */
  readonly stacks: readonly { readonly bank: number; readonly degree: number }[];
}

export interface WordPlace {
  readonly row: number;
  readonly bank: number;
}

/** `banks` words side by side, `bank` being the first one's. */
export interface WordRun extends WordPlace {
  readonly banks: number;
}

export interface WordCell extends WordPlace {
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

/** Ascending words, drawn together within rows. */
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
