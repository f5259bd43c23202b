import { expect, test } from "vitest";
import { interviewSentence, pointsSentence, scoreSentence } from "./score.ts";

test.each([
  [{ had: 0, notYet: 0, total: 7 }, "7 questions, none answered so far."],
  [{ had: 2, notYet: 1, total: 7 }, "You got 2 of 7: 1 not yet, 4 still open."],
  [{ had: 2, notYet: 0, total: 3 }, "You got 2 of 3: 1 still open."],
  [{ had: 2, notYet: 1, total: 3 }, "You got 2 of 3: 1 not yet."],
  [{ had: 3, notYet: 0, total: 3 }, "You got all 3."],
  [{ had: 1, notYet: 0, total: 1 }, "You got it."],
])("%o", (score, sentence) => expect(scoreSentence(score)).toBe(sentence));

test.each([
  [0, 5, "Tick the points that your answer makes. The others are what to add next time."],
  [3, 5, "3 of 5 points. Those that aren’t ticked are what to add next time."],
  [3, 4, "3 of 4 points. The one that isn’t ticked is what to add next time."],
  [4, 4, "Well said: all 4 points are there."],
])("%i of %i points", (said, points, sentence) => expect(pointsSentence(said, points)).toBe(sentence));

test.each([
  [{ answered: 0, questions: 7, said: 0, points: 0 }, "7 questions, none answered so far."],
  [{ answered: 2, questions: 7, said: 7, points: 9 }, "You’ve answered 2 of 7, with 7 of 9 points."],
])("an interview: %o", (counts, sentence) => expect(interviewSentence(counts)).toBe(sentence));
