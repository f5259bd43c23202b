/** How a reader marked the questions of a self-test. */
export interface Score {
  /** Answers that the reader got. */
  readonly had: number;
  /** Answers that the reader did not get yet. */
  readonly notYet: number;
  /** All questions of the page. */
  readonly total: number;
}

/** The score as a sentence. */
export function scoreSentence({ had, notYet, total }: Score): string {
  const open = total - had - notYet;
  if (open === total) return `${total} ${total === 1 ? "question" : "questions"}, none answered so far.`;
  if (had === total) return total === 1 ? "You got it." : `You got all ${total}.`;
  const rest = [notYet > 0 && `${notYet} not yet`, open > 0 && `${open} still open`].filter(Boolean).join(", ");
  return `You got ${had} of ${total}: ${rest}.`;
}
