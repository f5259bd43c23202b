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

/** How many points of a model answer the reader's own answer makes, by the reader. */
export function pointsSentence(said: number, points: number): string {
  if (said === points) return `Well said: all ${points} points are there.`;
  if (said === 0) return "Tick the points that your answer makes. The others are what to add next time.";
  return `${said} of ${points} points. ${points - said === 1 ? "The one that isn’t ticked is" : "Those that aren’t ticked are"} what to add next time.`;
}

/** An interview as a sentence: how many of its questions were answered, and how many of the points of those. */
export function interviewSentence(counts: {
  readonly answered: number;
  readonly questions: number;
  readonly said: number;
  readonly points: number;
}): string {
  const { answered, questions, said, points } = counts;
  if (answered === 0) return `${questions} questions, none answered so far.`;
  return `You’ve answered ${answered} of ${questions}, with ${said} of ${points} points.`;
}
