import { expect, test } from "vitest";
import { withAnswer, type SelfTestAnswer } from "./self-tests.ts";

const asked = { page: "p", question: "Why?", at: 1 };
const draft = (given: string): SelfTestAnswer => ({ ...asked, given, isDraft: true });
const compared = (given: string, ...said: string[]): SelfTestAnswer => ({ ...asked, given, points: { said, missing: [] } });
const judged = (given: string): SelfTestAnswer => ({ ...asked, given, verdict: "right" });

test.each([
  ["a draft replaces the draft before it", [draft("a")], draft("ab"), [draft("ab")]],
  ["an answer replaces its draft", [draft("ab")], compared("ab", "one"), [compared("ab", "one")]],
  ["points that are ticked later replace the same answer", [compared("ab")], compared("ab", "one"), [compared("ab", "one")]],
  ["another answer is kept beside the first", [compared("ab", "one")], draft("b"), [compared("ab", "one"), draft("b")]],
  ["a draft of the same words leaves the answer as it is", [compared("ab", "one")], draft("ab"), [compared("ab", "one")]],
  ["choices are kept one after the other", [judged("x")], judged("y"), [judged("x"), judged("y")]],
])("%s", (_, before, answer, after) => expect(withAnswer(before, answer)).toEqual(after));
