import { expect, it } from "vitest";
import { progressText } from "./progress.ts";

it.each([
  [0, 300, 0, "0 of 300 answers"],
  [0, 300, 12, "0 of 300 answers"],
  [120, 1800, 30, "120 of 1,800 answers, 4.0 per second"],
  [1, 1, 2, "1 of 1 answer, 0.5 per second"],
])("%d of %d after %d seconds", (judged, total, seconds, text) => {
  expect(progressText(judged, total, seconds)).toBe(text);
});
