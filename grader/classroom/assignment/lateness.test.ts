import { describe, expect, test } from "vitest";
import { readAssignment } from "./assignment-file.ts";
import { instantOf, lateness } from "./lateness.ts";

const withPolicy = (late: string) =>
  readAssignment(
    `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
opens: 2026-10-01T08:00
due: 2026-10-24T23:59
closes: 2026-11-05T00:00
late: ${late}
exercises: [{ id: straight-copy, points: 10 }]
`,
    "a.yaml",
  );

describe("lateness", () => {
  const assignment = withPolicy("{ policy: per-day, percent: 10, capPercent: 40, graceMinutes: 15 }");
  const at = (local: string) => lateness(assignment, instantOf(local, assignment));

  test.each([
    ["before it opens", "2026-10-01T07:59", { status: "early", daysLate: 0, factor: 0 }],
    ["at the due time", "2026-10-24T23:59", { status: "in-time", daysLate: 0, factor: 1 }],
    ["within the grace period", "2026-10-25T00:14", { status: "in-time", daysLate: 0, factor: 1 }],
    ["a minute after the grace period", "2026-10-25T00:15", { status: "late", daysLate: 1, factor: 0.9 }],
    ["a day late, over the end of summer time", "2026-10-25T23:59", { status: "late", daysLate: 1, factor: 0.9 }],
    ["in the second day", "2026-10-26T00:00", { status: "late", daysLate: 2, factor: 0.8 }],
    ["beyond the cap", "2026-11-01T12:00", { status: "late", daysLate: 8, factor: 0.6 }],
    ["after it closes", "2026-11-05T00:01", { status: "closed", daysLate: 12, factor: 0 }],
  ] as const)("%s", (_, local, expected) => {
    expect(at(local)).toEqual({ ...expected, factor: expect.closeTo(expected.factor, 10) });
  });

  test("costs nothing by the policy none, and the whole score by the policy zero", () => {
    const late = (policy: string) => {
      const other = withPolicy(policy);
      return lateness(other, instantOf("2026-10-27T12:00", other)).factor;
    };
    expect([late("{ policy: none }"), late("{ policy: zero }")]).toEqual([1, 0]);
  });
});
