import { expect, test } from "vitest";
import { judgePrediction, predictionSentence } from "./judge-prediction.ts";

test.each([
  [16, 16, 0, "right"],
  [15, 16, 0, "not-yet"],
  [32, 16, 0, "not-yet"],
  [8, 16, 0.1, "close"],
  [7, 16, 0.1, "not-yet"],
  [0, 16, 0, "not-yet"],
  [0, 0, 0, "right"],
  [1, 0, 0, "not-yet"],
  [-16, 16, 0, "not-yet"],
  [2, 2.14, 0.1, "right"],
  [3, 2.14, 0.1, "close"],
  [2.14, 2.1372, 0, "right"],
  [2.1, 2.1372, 0, "not-yet"],
  [1020, 1024, 0, "right"],
  [1027, 1024, 0, "not-yet"],
] as const)("%d for %d, right within %d of it, is %s", (given, answer, within, verdict) => {
  expect(judgePrediction(given, answer, within)).toBe(verdict);
});

test.each([
  ["right", 1, "sectors", "Right: you said 1 sector."],
  ["close", 8, "sectors", "Close: you said 8 sectors."],
  ["not-yet", 3, "times slower", "Another number: you said 3\u00a0times slower. The answer says why."],
  ["right", 80, "% of the pins", "Right: you said 80% of the pins."],
] as const)("%s: %d %s", (verdict, given, unit, sentence) => expect(predictionSentence(verdict, given, unit)).toBe(sentence));
