import { BANK_COUNT, WORD_BYTES, type SharedExplanation } from "#simulator";
import { emphasisOf, type Emphasis } from "./lanes.ts";

/** One of the 32 columns of shared memory. */
export interface BankColumn {
  readonly bank: number;
  /** The most words of this bank that one group of lanes wants: above 1, the bank is in conflict. */
  readonly degree: number;
}

/** A word that lanes of any group touch. */
export interface TouchedWord {
  /** Word number: its first byte is 4 × number. */
  readonly number: number;
  readonly bank: number;
  /** Lanes that touch the word, ascending; several lanes share it. */
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

/** 32 neighbouring words, one per bank. */
export interface WordRow {
  readonly kind: "words";
  /** The row's first word is 32 × number. */
  readonly number: number;
  readonly firstByte: number;
  /** The words of the row that lanes touch. */
  readonly cells: readonly Omit<TouchedWord, "number">[];
}

/** All 32 columns, each with its degree of conflict. */
export function bankColumns({ groupEvidence }: SharedExplanation): BankColumn[] {
  const degrees = groupEvidence.map(({ words }) => Map.groupBy(words, (word) => word.bank));
  return Array.from({ length: BANK_COUNT }, (_, bank) => ({
    bank,
    degree: Math.max(0, ...degrees.map((words) => words.get(bank)?.length ?? 0)),
  }));
}

/** The words that a request touches, ascending. */
export function touchedWords({ groupEvidence }: SharedExplanation, pointed: ReadonlySet<number> | undefined): TouchedWord[] {
  const words = Map.groupBy(
    groupEvidence.flatMap((group) => group.words),
    (word) => word.number,
  );
  return [...words]
    .map(([number, evidence]) => {
      const lanes = evidence.flatMap((word) => word.lanes).sort((a, b) => a - b);
      return { number, bank: number % BANK_COUNT, lanes, emphasis: emphasisOf(lanes, pointed) };
    })
    .sort((a, b) => a.number - b.number);
}

/** The rows of shared memory that a request touches: 32 words per row. */
export function wordRows(explanation: SharedExplanation, pointed?: ReadonlySet<number>): WordRow[] {
  const rows = Map.groupBy(touchedWords(explanation, pointed), (word) => Math.floor(word.number / BANK_COUNT));
  return [...rows].map(([number, words]) => ({
    kind: "words",
    number,
    firstByte: number * BANK_COUNT * WORD_BYTES,
    cells: words.map(({ bank, lanes, emphasis }) => ({ bank, lanes, emphasis })),
  }));
}
