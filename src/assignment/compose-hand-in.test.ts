import { describe, expect, test } from "vitest";
import { simulatorVersion } from "#simulator/version.ts";
import { composeHandIn, handInFileName } from "./compose-hand-in.ts";
import type { Work } from "./work.ts";
import { contentsOf } from "./written-hand-ins.ts";

const AT = Date.UTC(2026, 9, 24, 21, 59);
const written: Work = {
  exercise: "row-walk",
  points: 20,
  data: { title: "Row walk", version: "v2", points: 10 },
  draft: { text: "mine", savedAt: AT - 60_000, exerciseVersion: "v1", revision: "r" },
  wasPassed: true,
};
const untouched: Work = { exercise: "straight-copy", points: 10, wasPassed: false };
const student = { id: "  ada ", name: "Ada Lovelace" };
const verdict = { text: "mine", exerciseVersion: "v2", simulatorVersion, status: "fail", score: 4, maxScore: 10 } as const;

describe("a hand-in", () => {
  test("holds what was written, says who and when, and leaves out what was not begun", () => {
    expect(contentsOf(composeHandIn("week-1", student, [untouched, written], AT))).toEqual({
      schema: "coalesce/submission/v1",
      assignment: "week-1",
      student: { id: "ada", name: "Ada Lovelace" },
      handedInAt: "2026-10-24T21:59:00.000Z",
      simulatorVersion,
      answers: [{ exercise: "row-walk", exerciseVersion: "v1", source: "mine", savedAt: "2026-10-24T21:58:00.000Z" }],
    });
  });

  test("carries the page's verdict on exactly this text, unverified", () => {
    const [answer] = contentsOf(composeHandIn("week-1", student, [{ ...written, verdict }], AT)).answers;
    expect(answer?.pageVerdict).toEqual({ unverified: true, status: "fail", score: 4, maxScore: 10 });
  });

  test("carries no verdict on another text", () => {
    const [answer] = contentsOf(composeHandIn("week-1", student, [{ ...written, verdict: { ...verdict, text: "other" } }], AT)).answers;
    expect(answer).not.toHaveProperty("pageVerdict");
  });

  test("is not written without a student's id", () => {
    expect(() => composeHandIn("week-1", { id: "  ", name: "" }, [written], AT)).toThrow(/id/);
  });
});

test.each([
  ["ada", "week-1-ada.json"],
  ["s 123/456", "week-1-s-123-456.json"],
  ["ada@example.org", "week-1-ada-example.org.json"],
  ["../../etc", "week-1-etc.json"],
  ["Jürgen", "week-1-Jürgen.json"],
  ["???", "week-1-student.json"],
])("the file of the student %s is called %s", (id, name) => {
  expect(handInFileName("week-1", id)).toBe(name);
});
