/** How a reader marked the questions of a self-test. */
export interface Score {
  /** Answers that she had. */
  readonly had: number;
  /** Answers that she did not have yet. */
  readonly notYet: number;
  /** All questions of the page. */
  readonly total: number;
}

/** The score in words. */
export function scoreSentence({ had, notYet, total }: Score): string {
  const open = total - had - notYet;
  if (open === total) return `${total} ${total === 1 ? "question" : "questions"}, none answered so far.`;
  if (had === total) return total === 1 ? "You had it." : `You had all ${total}.`;
  const rest = [notYet > 0 && `${notYet} not yet`, open > 0 && `${open} still open`].filter(Boolean).join(", ");
  return `You had ${had} of ${total}: ${rest}.`;
}
