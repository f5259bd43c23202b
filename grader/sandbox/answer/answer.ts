/** What an exercise asks an answer to export. */
export interface ExportSpec {
  readonly name: string;
  /** "function": called for each thread; "number": a constant that the learner chooses. */
  readonly kind: "function" | "number";
  /** One sentence for the learner: what it means and, for a function, what it is given. */
  readonly description: string;
  /** For a number: the smallest and the largest that can be meant; it is a whole number. */
  readonly range?: readonly [from: number, to: number];
}

/** A learner's exports, isolated: functions that have no powers, and numbers. */
export type Answer = Readonly<Record<string, AnswerExport>>;
export type AnswerFunction = (...args: readonly unknown[]) => unknown;
export type AnswerExport = AnswerFunction | number;
