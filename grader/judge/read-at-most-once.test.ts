import { describe, expect, test } from "vitest";
import pitchOfAMatrix from "#exercises/pitch-of-a-matrix/exercise.ts";
import type { Answer } from "#sandbox/answer/answer.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import { judge } from "./judge.ts";

/** What the check `read-at-most-once` says of a matrix with that pitch, in each case below full size. */
const verdicts = (pitch: (columns: number) => number): string[] =>
  judge(withoutFullSize(pitchOfAMatrix), { pitch } as Answer, {}, () => undefined)
    .checks.filter(({ id }) => id === "read-at-most-once")
    .map(({ verdict }) => verdict);

describe("read at most once", () => {
  test("allows padding that nothing reads", () => {
    expect(verdicts((columns) => Math.ceil(columns / 8) * 8)).toEqual(["pass", "pass", "pass"]);
  });

  test("finds two elements at the same place", () => {
    expect(verdicts((columns) => columns - 1)).toEqual(["fail", "fail", "fail"]);
  });
});
