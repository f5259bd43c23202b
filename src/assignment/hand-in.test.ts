import { describe, expect, test } from "vitest";
import { simulatorVersion } from "#simulator/version.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import { publicAssignmentSchema } from "#classroom/assignment/assignment.ts";
import { countingHandIns } from "#classroom/submission/counting-hand-ins.ts";
import { composeHandIn, contentsOf, handInFileName, handInWarning } from "./hand-in.ts";
import type { Work } from "./work.ts";

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
  test("contains what was written, who wrote it and when, and leaves out exercises that were not started", () => {
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

const assignment = publicAssignmentSchema.parse({
  schema: "coalesce/assignment/v1",
  id: "week-1",
  title: "Coalescing",
  timeZone: "Europe/Berlin",
  opens: "2026-10-01T08:00",
  due: "2026-10-20T23:59",
  closes: "2026-10-24T23:59",
  late: { policy: "per-day", percent: 10 },
  attempts: 2,
  exercises: [{ id: "straight-copy", points: 10 }],
});
const at = (local: string): number => instantOf(local, assignment);
const handIn = (local: string) => ({ fileName: "week-1-ada.json", handedInAt: at(local), text: local });

const early = handIn("2026-09-30T12:00");
const monday = handIn("2026-10-19T12:00");
const tuesday = handIn("2026-10-20T12:00");
const wednesday = handIn("2026-10-21T12:00");
const closed = handIn("2026-10-25T12:00");

test.each([
  ["none", [], []],
  ["one that came before the opening", [early, monday], [monday]],
  ["one that came after the close", [monday, closed], [monday]],
  ["one too many", [monday, tuesday, wednesday], [monday, tuesday]],
])("the hand-ins that count: %s", (_, written, counting) => {
  expect(countingHandIns(written, assignment)).toEqual(counting);
});

test.each([
  ["the first, in time", [], "2026-10-20T23:59", undefined],
  ["a second, in time", [monday], "2026-10-20T23:59", undefined],
  ["the first, late", [], "2026-10-21T12:00", { message: "A hand-in now counts for 90%.", needsConfirmation: false }],
  [
    "a late one after one in time",
    [monday],
    "2026-10-21T12:00",
    {
      message: "A hand-in now counts for 90% and replaces your hand-in of Monday 19 October 2026, 12:00, which counts for 100%.",
      needsConfirmation: true,
    },
  ],
  ["a late one after one as late", [wednesday], "2026-10-21T18:00", { message: "A hand-in now counts for 90%.", needsConfirmation: false }],
  [
    "one more than the attempts",
    [monday, tuesday],
    "2026-10-20T18:00",
    {
      message:
        "You have used 2 of 2 hand-ins: a further one does not count. What counts is your hand-in of Tuesday 20 October 2026, 12:00.",
      needsConfirmation: true,
    },
  ],
  [
    "after the close",
    [],
    "2026-10-25T00:00",
    {
      message: "This assignment is closed: a hand-in counts for nothing now, unless your instructor makes an exception.",
      needsConfirmation: true,
    },
  ],
])("the warning before %s", (_, written, now, expected) => {
  expect(handInWarning(assignment, written, at(now))).toEqual(expected);
});
