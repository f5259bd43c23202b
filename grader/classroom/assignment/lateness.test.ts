import { describe, expect, test, vi } from "vitest";
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

describe("a local time", () => {
  const inBerlin = { timeZone: "Europe/Berlin" };

  test.each([
    ["of summer", "2026-07-01T12:00", "2026-07-01T10:00:00Z"],
    ["of winter", "2026-12-01T12:00", "2026-12-01T11:00:00Z"],
    ["that occurs twice is the first, whatever the season is", "2026-10-25T02:30", "2026-10-25T00:30:00Z"],
    ["right before clocks are put forward", "2026-03-29T01:59", "2026-03-29T00:59:00Z"],
    ["right after", "2026-03-29T03:00", "2026-03-29T01:00:00Z"],
  ])("%s", (_, local, instant) => {
    for (const today of ["2026-01-10T12:00:00Z", "2026-07-10T12:00:00Z"]) {
      vi.setSystemTime(today);
      expect(instantOf(local, inBerlin)).toBe(Date.parse(instant));
    }
    vi.useRealTimers();
  });

  test("that clocks skip is no instant, and no due time", () => {
    expect(instantOf("2026-03-29T02:30", inBerlin)).toBeNaN();
    const text =
      "schema: coalesce/assignment/v1\nid: a\ntitle: A\ntimeZone: Europe/Berlin\ndue: 2026-03-29T02:30\nexercises: [{ id: x, points: 1 }]\n";
    expect(() => readAssignment(text, "a.yaml")).toThrow("a.yaml:5: due: 2026-03-29T02:30 doesn't exist in Europe/Berlin");
  });
});

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
