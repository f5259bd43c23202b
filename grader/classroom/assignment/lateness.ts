import { DateTime } from "luxon";
import type { Assignment } from "./assignment.ts";

/** What a hand-in's time means. */
export interface Lateness {
  readonly status: "early" | "in-time" | "late" | "closed";
  /** Days that have begun since the due time, grace left out; 0 in time. */
  readonly daysLate: number;
  /** What the score is multiplied by, 0 to 1. */
  readonly factor: number;
}

const MILLISECONDS_PER_MINUTE = 60_000;

/** The instant of a time of the assignment, in milliseconds since 1970. In the hour that a clock is put back, the first of the two. */
export function instantOf(localTime: string, { timeZone }: Pick<Assignment, "timeZone">): number {
  return DateTime.fromISO(localTime, { zone: timeZone }).toMillis();
}

/** What it means that something was handed in at an instant, in milliseconds since 1970. */
export function lateness(assignment: Assignment, handedInAt: number): Lateness {
  const { opens, due, closes, late } = assignment;
  if (opens !== undefined && handedInAt < instantOf(opens, assignment)) return { status: "early", daysLate: 0, factor: 0 };
  if (closes !== undefined && handedInAt > instantOf(closes, assignment)) {
    return { status: "closed", daysLate: daysLate(assignment, handedInAt), factor: 0 };
  }
  const grace = late.policy === "none" ? 0 : late.graceMinutes * MILLISECONDS_PER_MINUTE;
  const days = handedInAt <= instantOf(due, assignment) + grace ? 0 : daysLate(assignment, handedInAt);
  if (days === 0) return { status: "in-time", daysLate: 0, factor: 1 };
  return { status: "late", daysLate: days, factor: factorOf(assignment, days) };
}

/** Days of the calendar and the clock: one in which clocks change is a day as well. */
function daysLate(assignment: Assignment, handedInAt: number): number {
  const due = DateTime.fromISO(assignment.due, { zone: assignment.timeZone });
  return Math.ceil(DateTime.fromMillis(handedInAt, { zone: assignment.timeZone }).diff(due, "days").days);
}

function factorOf({ late }: Assignment, days: number): number {
  switch (late.policy) {
    case "none":
      return 1;
    case "zero":
      return 0;
    case "per-day":
      return 1 - Math.min(late.percent * days, late.capPercent) / 100;
  }
}
