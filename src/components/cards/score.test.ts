import { expect, test } from "vitest";
import { scoreSentence } from "./score.ts";

test.each([
  [{ had: 0, notYet: 0, total: 7 }, "7 questions, none answered so far."],
  [{ had: 2, notYet: 1, total: 7 }, "You got 2 of 7: 1 not yet, 4 still open."],
  [{ had: 2, notYet: 0, total: 3 }, "You got 2 of 3: 1 still open."],
  [{ had: 2, notYet: 1, total: 3 }, "You got 2 of 3: 1 not yet."],
  [{ had: 3, notYet: 0, total: 3 }, "You got all 3."],
  [{ had: 1, notYet: 0, total: 1 }, "You got it."],
])("%o", (score, sentence) => expect(scoreSentence(score)).toBe(sentence));
