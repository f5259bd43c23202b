import { BANK_COUNT, type SharedExplanation } from "#simulator";
import { emphasisOf, type Emphasis } from "./emphasis.ts";

/** One of the 32 columns of shared memory. */
export interface BankColumn {
  readonly bank: number;
  /** The most words of this bank that one group of lanes wants: above 1, the bank is in conflict. */
  readonly degree: number;
}

/** A word that lanes touch, in whichever group. */
export interface TouchedWord {
  /** Word number: its first byte is 4 × number. */
  readonly number: number;
  readonly bank: number;
  /** Lanes that touch the word, ascending; several lanes share it. */
  readonly lanes: readonly number[];
  readonly emphasis: Emphasis;
}

/** All 32 columns, each with the height of its stack. */
export function bankColumns({ groupEvidence }: SharedExplanation): BankColumn[] {
  const degrees = groupEvidence.map(({ words }) => Map.groupBy(words, (word) => word.bank));
  return Array.from({ length: BANK_COUNT }, (_, bank) => ({
    bank,
    degree: Math.max(0, ...degrees.map((words) => words.get(bank)?.length ?? 0)),
  }));
}

/** The words of a request, ascending. */
export function touchedWords({ groupEvidence }: SharedExplanation, pointed: ReadonlySet<number> | undefined): TouchedWord[] {
  const words = Map.groupBy(
    groupEvidence.flatMap((group) => group.words),
    (word) => word.number,
  );
  return [...words]
    .map(([number, evidence]) => {
      const lanes = evidence.flatMap((word) => word.lanes).sort((a, b) => a - b);
      return { number, bank: evidence[0].bank, lanes, emphasis: emphasisOf(lanes, pointed) };
    })
    .sort((a, b) => a.number - b.number);
}
