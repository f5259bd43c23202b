import { describe, expect, it } from "vitest";
import { LAUNCH_MICROSECONDS, growthOf, isFaster, speedup, type AnswerTime } from "#judge/answer-time.ts";
import { naiveAnswer } from "#judge/exercise.ts";
import { timeAnswer, type AnswerTimeOutcome } from "#judge/grade.ts";
import { answerTimeSentences } from "#judge/report/answer-time-sentence.ts";
import { readExerciseFolder, wrongSources } from "./folder.ts";

const { exercise, files } = await readExerciseFolder("row-walk");
const timeOf = (source: string, growth?: number): AnswerTimeOutcome =>
  timeAnswer({ exercise: exercise.id, source, ...(growth !== undefined && { growth }) }, exercise, () => undefined);
const timed = (outcome: AnswerTimeOutcome): AnswerTime => {
  if (outcome.status !== "timed") throw new Error("a right answer has a time");
  return outcome;
};
const solution = files.get("solution.ts")!;
const naiveSource = wrongSources(files)[naiveAnswer(exercise)!]!;
const own = timed(timeOf(solution));
const naive = timed(timeOf(naiveSource));

describe("the time of an answer by the model", () => {
  it("is that of the case at full size, on an H200", () => {
    expect(own).toMatchObject({ case: "full-size", device: "h200", growth: 1, size: { rows: 1024, columns: 1024 } });
  });

  it("is compared in a larger case, in which the launch is not most of it", () => {
    const growth = growthOf(own, naive);
    expect(growth).toBeGreaterThan(1);
    const [larger, largerNaive] = [timed(timeOf(solution, growth)), timed(timeOf(naiveSource, growth))];
    expect(larger.microseconds).toBeGreaterThan(1.5 * LAUNCH_MICROSECONDS);
    expect(isFaster(speedup(larger, largerNaive)!)).toBe(true);
    expect(answerTimeSentences(larger, largerNaive)).toMatch(
      /^By the model, a case \d+ times as large as the largest \(rows = [\d,]+, columns = [\d,]+\) takes about [\d.]+\u00a0µs on an NVIDIA H200 141GB SXM, the naive version [\d.]+\u00a0µs\. What binds it now is /,
    );
  });

  it("is given without a comparison where the launch is most of it", () => {
    const quick = { ...own, microseconds: 1.1 * LAUNCH_MICROSECONDS };
    expect(speedup(quick, naive)).toBeUndefined();
    expect(answerTimeSentences(quick, naive)).toMatch(/of which starting the launch is 6\.5\u00a0µs: too little to tell versions apart\.$/);
  });

  it("is not given for an answer that moves the wrong elements", () => {
    expect(timeOf(files.get("starter.ts")!)).toEqual({ status: "wrong" });
  });

  it("is not given for an answer that cannot be read", () => {
    expect(timeOf("export const element = 1")).toMatchObject({ status: "error" });
  });
});

describe.each([
  [2, "What binds it now is DRAM."],
  [1.02, "That is the same: it is bound by DRAM, and what you saved isn’t what it waits for."],
  [0.5, "Here the fewest sectors aren’t the shortest time: it is bound by DRAM."],
])("a naive version that takes %f times as long", (factor, says) => {
  it("is not sold as more than it is", () => {
    const mine: AnswerTime = { ...own, microseconds: 40, boundBy: "dram" };
    expect(answerTimeSentences(mine, { ...mine, microseconds: 40 * factor })).toContain(says);
  });
});
