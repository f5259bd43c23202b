import { describe, expect, test } from "vitest";
import { instantOf } from "#classroom/assignment/lateness.ts";
import { publicAssignmentSchema } from "#classroom/assignment/assignment.ts";
import { announcementAt, attemptsSentence, lateSentence, spanOf, statusAt, timeForReader, timeIn } from "./schedule.ts";

const assignment = publicAssignmentSchema.parse({
  schema: "coalesce/assignment/v1",
  id: "week-1",
  title: "Coalescing",
  timeZone: "Europe/Berlin",
  opens: "2026-10-01T08:00",
  due: "2026-10-20T23:59",
  closes: "2026-10-24T23:59",
  late: { policy: "per-day", percent: 10, capPercent: 40, graceMinutes: 15 },
  exercises: [{ id: "straight-copy", points: 10 }],
});
const at = (local: string): number => instantOf(local, assignment);

test("a time is given in the assignment's zone, and in the reader's only where it differs", () => {
  const due = at(assignment.due);
  expect(timeIn(due, "Europe/Berlin")).toBe("Tuesday 20 October 2026, 23:59");
  expect(timeForReader(due, "Europe/Berlin", "Europe/Paris")).toBeUndefined();
  expect(timeForReader(due, "Europe/Berlin", "Asia/Tokyo")).toBe("Wednesday 21 October 2026, 06:59");
});

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [3 * day + 4 * hour + 50 * minute, "3 days 4 hours"],
  [day, "1 day"],
  [day + 30 * minute, "1 day"],
  [5 * hour + minute, "5 hours 1 minute"],
  [12 * minute + 59 * second, "12 minutes"],
  [119 * second, "119 seconds"],
  [second, "1 second"],
  [-hour, "0 seconds"],
])("%i ms are %s", (span, text) => {
  expect(spanOf(span)).toBe(text);
});

describe("as time goes by", () => {
  test.each([
    ["2026-09-30T08:00", "Opens in 1 day.", "This assignment is not open yet."],
    ["2026-10-18T22:00", "2 days 1 hour left.", ""],
    ["2026-10-20T23:30", "29 minutes left.", "Less than one hour left."],
    ["2026-10-20T23:50", "9 minutes left.", "Less than ten minutes left."],
    [
      "2026-10-21T00:10",
      "The due time has passed. What you hand in within the grace period still counts in full.",
      "The due time has passed.",
    ],
    [
      "2026-10-22T01:59",
      "The due time passed 1 day 2 hours ago. A hand-in counts for 80% now. It closes in 2 days 22 hours.",
      "The due time has passed.",
    ],
    ["2026-10-25T00:00", "Closed: anything handed in now counts for nothing.", "This assignment is closed."],
  ])("at %s", (local, standing, announcement) => {
    expect([statusAt(assignment, at(local)), announcementAt(assignment, at(local))]).toEqual([standing, announcement]);
  });
});

test.each([
  [{ policy: "none" }, "Lateness costs nothing."],
  [{ policy: "zero", graceMinutes: 0 }, "Anything handed in after the due time counts for nothing."],
  [
    { policy: "zero", graceMinutes: 60 },
    "Anything handed in after the due time counts for nothing. Up to 1 hour late still counts as in time.",
  ],
  [
    { policy: "per-day", percent: 10, capPercent: 40, graceMinutes: 15 },
    "Each day begun after the due time costs 10% of the score, at most 40%. Up to 15 minutes late still counts as in time.",
  ],
  [{ policy: "per-day", percent: 12.5, capPercent: 100, graceMinutes: 0 }, "Each day begun after the due time costs 12.5% of the score."],
] as const)("the late policy %o in words", (late, sentence) => {
  expect(lateSentence(late)).toBe(sentence);
});

test.each([
  [{}, "As many as you like; the last one counts."],
  [{ attempts: 3 }, "At most 3; the last of them counts."],
  [{ attempts: 3, resubmission: "per-exercise" }, "At most 3; of each exercise, the last answer counts."],
  [{ resubmission: "best" }, "As many as you like; of each exercise, the best answer counts."],
] as const)("hand-ins with %o in words", (terms, sentence) => expect(attemptsSentence(terms)).toBe(sentence));
