import { describe, expect, test } from "vitest";
import { simulatorVersion } from "#simulator/version.ts";
import type { HandIn } from "#classroom/submission/hand-in.ts";
import type { TextVerdict } from "#notebook/storage/results.ts";
import { handedIn, stateOf, type Work } from "./work.ts";

const draft = { text: "mine", savedAt: 0, exerciseVersion: "v2", revision: "r" };
const work: Work = {
  exercise: "row-walk",
  points: 20,
  data: { title: "Row walk", version: "v2", points: 10 },
  draft,
  wasPassed: false,
};
const pass: TextVerdict = { text: "mine", exerciseVersion: "v2", simulatorVersion, status: "pass", score: 10, maxScore: 10 };

describe("the state of an exercise", () => {
  const { draft: _, ...untouched } = work;

  test.each<[string, Work, string]>([
    ["nothing written", untouched, "not-begun"],
    ["written, never graded", work, "draft"],
    ["this text passes", { ...work, verdict: pass }, "passed"],
    ["this text fails", { ...work, verdict: { ...pass, status: "fail", score: 4 } }, "draft"],
    ["another text passed", { ...work, verdict: { ...pass, text: "theirs" }, wasPassed: true }, "passed-before"],
    ["the exercise has changed since", { ...work, verdict: { ...pass, exerciseVersion: "v1" }, wasPassed: true }, "passed-before"],
    ["the simulator has changed since", { ...work, verdict: { ...pass, simulatorVersion: "0.9" }, wasPassed: true }, "passed-before"],
  ])("%s", (_, work, state) => {
    expect(stateOf(work)).toBe(state);
  });
});

describe("what is handed in of an exercise", () => {
  const last = (...answers: readonly [exercise: string, source: string][]): HandIn => ({
    schema: "coalesce/submission/v1",
    assignment: "week-1",
    student: { id: "ada", name: "" },
    handedInAt: "2026-10-24T21:59:00.000Z",
    simulatorVersion,
    answers: answers.map(([exercise, source]) => ({ exercise, exerciseVersion: "v2", source })),
  });

  test.each([
    ["no hand-in yet", undefined, "nothing"],
    ["a hand-in of another exercise", last(["straight-copy", "mine"]), "nothing"],
    ["the text as it is", last(["straight-copy", "x"], ["row-walk", "mine"]), "this-text"],
    ["a text from before", last(["row-walk", "former"]), "older-text"],
  ])("%s", (_, last, expected) => {
    expect(handedIn(work, last)).toBe(expected);
  });
});
