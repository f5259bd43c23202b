import { describe, expect, test } from "vitest";
import pitchOfAMatrix from "#exercises/pitch-of-a-matrix/exercise.ts";
import type { Answer } from "#sandbox/answer/answer.ts";
import { judge } from "./judge.ts";

/** What `read-at-most-once` says of a matrix with rows that far apart: each element is read where its row begins. */
const verdicts = (pitch: (columns: number) => number): string[] =>
  judge(pitchOfAMatrix, { pitch } as Answer, {}, () => undefined)
    .rows.filter(({ check, case: { fullSize } }) => check.id === "read-at-most-once" && !fullSize)
    .map(({ finding }) => finding.verdict);

describe("read at most once", () => {
  test("lets padding be left out", () => {
    expect(verdicts((columns) => Math.ceil(columns / 8) * 8)).toEqual(["pass", "pass", "pass"]);
  });

  test("finds two that share a place", () => {
    expect(verdicts((columns) => columns - 1)).toEqual(["fail", "fail", "fail"]);
  });
});
