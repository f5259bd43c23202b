import { expect, test } from "vitest";
import { instantOf } from "#classroom/assignment/lateness.ts";
import { publicAssignmentSchema } from "#classroom/assignment/assignment.ts";
import { countingHandIns } from "#classroom/submission/counting-hand-ins.ts";
import { whatCounts } from "./what-counts.ts";

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
])("of %s, those count that can", (_, written, counting) => {
  expect(countingHandIns(written, assignment)).toEqual(counting);
});

test.each([
  ["the first, in time", [], "2026-10-20T23:59", undefined],
  ["a second, in time", [monday], "2026-10-20T23:59", undefined],
  ["the first, late", [], "2026-10-21T12:00", { message: "A hand-in now counts 90 %.", needsConsent: false }],
  [
    "a late one after one in time",
    [monday],
    "2026-10-21T12:00",
    {
      message: "A hand-in now counts 90 %, and takes the place of your hand-in of Monday 19 October 2026, 12:00, which counts 100 %.",
      needsConsent: true,
    },
  ],
  ["a late one after one as late", [wednesday], "2026-10-21T18:00", { message: "A hand-in now counts 90 %.", needsConsent: false }],
  [
    "one more than the attempts",
    [monday, tuesday],
    "2026-10-20T18:00",
    {
      message:
        "You have used 2 of 2 hand-ins: a further one does not count. What counts is your hand-in of Tuesday 20 October 2026, 12:00.",
      needsConsent: true,
    },
  ],
  [
    "after the close",
    [],
    "2026-10-25T00:00",
    { message: "This assignment is closed: a hand-in counts nothing now, unless your instructor makes an exception.", needsConsent: true },
  ],
])("%s", (_, written, now, expected) => {
  expect(whatCounts(assignment, written, at(now))).toEqual(expected);
});
