import type { LatePolicy } from "#classroom/assignment/assignment.ts";
import { instantOf, lateness, type Lateness } from "#classroom/assignment/lateness.ts";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";

/** The file that the guide explains. */
export const EXAMPLE = `schema: coalesce/assignment/v1
id: week-1
title: "Week 1: who asks for what"
timeZone: Europe/Berlin
opens: 2026-10-01T08:00
due: 2026-10-08T23:59
closes: 2026-10-15T23:59
late: { policy: per-day, percent: 10, capPercent: 30, graceMinutes: 15 }
attempts: 5
hiddenCases: 3
secret: mWq3T0cZ5yB8vLr1NfKd2hXa
solutions: 2026-10-16T08:00
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 10 }
  - id: column-sum
    points: 20
    # The starter is already correct: this exercise is about how much it reads.
    checks: { every-element: 1, read-sectors: 3 }
`;

export const exampleAssignment = readAssignment(EXAMPLE, "week-1.yaml");

/** What a hand-in is worth under the example's policy, and under each of the others. */
export interface LateRow {
  readonly handedIn: string;
  readonly perDay: Lateness;
  readonly zero: Lateness;
  readonly none: Lateness;
}

const HAND_INS = [
  "2026-09-30T21:00",
  "2026-10-08T20:00",
  "2026-10-09T00:10",
  "2026-10-09T00:20",
  "2026-10-10T09:30",
  "2026-10-14T12:00",
  "2026-10-16T00:00",
];

/** The worth of hand-ins at several times under each policy. */
export function lateRows(): LateRow[] {
  const { late } = exampleAssignment;
  const { graceMinutes } = late as Extract<LatePolicy, { policy: "per-day" }>;
  return HAND_INS.map((handedIn) => {
    const under = (policy: LatePolicy): Lateness =>
      lateness({ ...exampleAssignment, late: policy }, instantOf(handedIn, exampleAssignment));
    return { handedIn, perDay: under(late), zero: under({ policy: "zero", graceMinutes }), none: under({ policy: "none" }) };
  });
}
