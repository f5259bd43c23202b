import { describe, expect, it } from "vitest";
import { naiveAnswer } from "#judge/exercise.ts";
import { timeAnswer, type AnswerTimeOutcome } from "#judge/grade.ts";
import { answerTimeSentences } from "#judge/report/answer-time-sentence.ts";
import { readExerciseFolder, wrongSources } from "./folder.ts";

const { exercise, files } = await readExerciseFolder("row-walk");
const timeOf = (source: string): AnswerTimeOutcome => timeAnswer({ exercise: exercise.id, source }, exercise, () => undefined);
const own = timeOf(files.get("solution.ts")!);

describe("the time of an answer by the model", () => {
  it("is that of the case at full size, on an H200", () => {
    expect(own).toMatchObject({ status: "timed", case: "full-size", device: "h200" });
  });

  it("is shorter than that of the naive version", () => {
    const naive = timeOf(wrongSources(files)[naiveAnswer(exercise)!]!);
    if (own.status !== "timed" || naive.status !== "timed") throw new Error("both are right, so both have a time");
    expect(own.microseconds).toBeLessThan(naive.microseconds);
    expect(answerTimeSentences(own, naive)).toMatch(/about [\d.]+ µs on an NVIDIA H200 141GB SXM, the naive version [\d.]+ µs/);
  });

  it("is not given for an answer that moves the wrong elements", () => {
    expect(timeOf(files.get("starter.ts")!)).toEqual({ status: "wrong" });
  });

  it("is not given for an answer that cannot be read", () => {
    expect(timeOf("export const element = 1")).toMatchObject({ status: "error" });
  });
});
