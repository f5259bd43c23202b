import { describe, expect, test } from "vitest";
import pitchOfAMatrix from "#exercises/pitch-of-a-matrix/exercise.ts";
import type { Answer } from "#sandbox/answer/load-answer.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import { judge } from "#judge/judge.ts";

/** The verdicts of the check `read-at-most-once` on a matrix with that pitch, in each case below full size. */
const verdicts = (pitch: (columns: number) => number): string[] =>
  judge(
    withoutFullSize(pitchOfAMatrix),
    () => ({ pitch }) as Answer,
    {},
    () => undefined,
  )
    .checks.filter(({ id }) => id === "read-at-most-once")
    .map(({ verdict }) => verdict);

describe("readAtMostOnce", () => {
  test("allows padding that nothing reads", () => {
    expect(verdicts((columns) => Math.ceil(columns / 8) * 8)).toEqual(["pass", "pass", "pass"]);
  });

  test("fails for two elements at the same address", () => {
    expect(verdicts((columns) => columns - 1)).toEqual(["fail", "fail", "fail"]);
  });
});
