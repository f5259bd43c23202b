import { DateTime } from "luxon";
import type { Assignment } from "./assignment.ts";
import { localInstant } from "./local-time.ts";

/** The lateness of a hand-in, and its cost. */
export interface Lateness {
  readonly status: "early" | "in-time" | "late" | "closed";
  /** Days started since the due time, a partial day counting as one; 0 up to the end of the grace period. */
  readonly daysLate: number;
  /** The factor that the score is multiplied by, 0 to 1. */
  readonly factor: number;
}

const MILLISECONDS_PER_MINUTE = 60_000;

/**
 * The instant of a local time of the assignment, in milliseconds since 1970: the first of two if it occurs twice; NaN for one that does not
 * exist.
 */
export function instantOf(localTime: string, assignment: Pick<Assignment, "timeZone">): number {
  const found = localInstant(localTime, assignment);
  return found.status === "found" ? found.instant : NaN;
}

/** The lateness of a hand-in at an instant, in milliseconds since 1970, by the assignment's dates and late policy. */
export function lateness(assignment: Assignment, handedInAt: number): Lateness {
  const { opens, closes } = assignment;
  if (opens !== undefined && handedInAt < instantOf(opens, assignment)) return { status: "early", daysLate: 0, factor: 0 };
  if (closes !== undefined && handedInAt > instantOf(closes, assignment)) {
    return { status: "closed", daysLate: daysLate(assignment, handedInAt), factor: 0 };
  }
  const days = handedInAt < firstLateInstant(assignment) ? 0 : daysLate(assignment, handedInAt);
  if (days === 0) return { status: "in-time", daysLate: 0, factor: 1 };
  return { status: "late", daysLate: days, factor: factorOf(assignment, days) };
}

/** The first instant at which a hand-in is late, in milliseconds since 1970. */
export function firstLateInstant({ due, late, timeZone }: Pick<Assignment, "due" | "late" | "timeZone">): number {
  const grace = late.policy === "none" ? 0 : late.graceMinutes * MILLISECONDS_PER_MINUTE;
  return instantOf(due, { timeZone }) + grace + 1;
}

/** Calendar days in the assignment's time zone: a day on which clocks change has 23 or 25 hours and counts as one. */
function daysLate(assignment: Assignment, handedInAt: number): number {
  const due = DateTime.fromMillis(instantOf(assignment.due, assignment), { zone: assignment.timeZone });
  return Math.ceil(DateTime.fromMillis(handedInAt, { zone: assignment.timeZone }).diff(due, "days").days);
}

/** The factor that the late policy applies to the score of a hand-in that is this many days late. */
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
