import type { LatePolicy, PublicAssignment } from "#classroom/assignment/assignment.ts";
import { instantOf, lateness } from "#classroom/assignment/lateness.ts";

const MS = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** An instant in a time zone, spelled out: "Saturday 24 October 2026, 23:59". */
export function timeIn(instant: number, timeZone: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...options }).format(instant).replace(",", "");
  const day = part({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${day}, ${part({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" })}`;
}

/** The same instant in the reader's time zone, where that shows another time than the assignment's; otherwise undefined. */
export function timeForReader(instant: number, timeZone: string, readersZone: string): string | undefined {
  const time = timeIn(instant, readersZone);
  return time === timeIn(instant, timeZone) ? undefined : time;
}

/** A span of time in its two largest units: "3 days 4 hours", "12 minutes"; in seconds if it is shorter than two minutes. */
export function spanOf(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < 2 * MS.minute) return withUnit(Math.floor(span / MS.second), "second");
  const counts = [
    [Math.floor(span / MS.day), "day"],
    [Math.floor((span % MS.day) / MS.hour), "hour"],
    [Math.floor((span % MS.hour) / MS.minute), "minute"],
  ] as const;
  const largest = counts.findIndex(([count]) => count > 0);
  return counts
    .slice(largest, largest + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => withUnit(count, unit))
    .join(" ");
}

/** The state of an assignment at an instant, in one sentence. */
export function statusAt(assignment: PublicAssignment, now: number): string {
  const { opens, due, closes } = assignment;
  const until = (time: string): string => spanOf(instantOf(time, assignment) - now);
  const { status, factor } = lateness(assignment, now);
  const closing = closes === undefined ? "" : ` It closes in ${until(closes)}.`;
  switch (status) {
    case "early":
      return `Opens in ${until(opens ?? due)}.`;
    case "in-time":
      return now <= instantOf(due, assignment)
        ? `${until(due)} left.`
        : `The due time has passed. What you hand in within the grace period still counts in full.`;
    case "late":
      return `The due time passed ${spanOf(now - instantOf(due, assignment))} ago. A hand-in counts for ${percent(factor)} now.${closing}`;
    case "closed":
      return "Closed: anything handed in now counts for nothing.";
  }
}

/** What a screen reader announces as time goes by. It changes rarely, so that it does not read out a running clock. */
export function announcementAt(assignment: PublicAssignment, now: number): string {
  const { status } = lateness(assignment, now);
  const left = instantOf(assignment.due, assignment) - now;
  if (status === "early") return "This assignment is not open yet.";
  if (status === "closed") return "This assignment is closed.";
  if (left < 0) return "The due time has passed.";
  if (left <= 10 * MS.minute) return "Less than ten minutes left.";
  return left <= MS.hour ? "Less than one hour left." : "";
}

/** How often students may hand in, and which hand-in counts. */
export function attemptsSentence({ attempts, resubmission = "last" }: Pick<PublicAssignment, "attempts" | "resubmission">): string {
  const most = attempts === undefined ? "As many as you like" : `At most ${attempts}`;
  switch (resubmission) {
    case "last":
      return `${most}; the last ${attempts === undefined ? "one" : "of them"} counts.`;
    case "per-exercise":
      return `${most}; of each exercise, the last answer counts.`;
    case "best":
      return `${most}; of each exercise, the best answer counts.`;
  }
}

/** What lateness costs, in a sentence or two. */
export function lateSentence(late: LatePolicy): string {
  switch (late.policy) {
    case "none":
      return "Lateness costs nothing.";
    case "zero":
      return `Anything handed in after the due time counts for nothing.${graceSentence(late.graceMinutes)}`;
    case "per-day": {
      const cap = late.capPercent < 100 ? `, at most ${percent(late.capPercent / 100)}` : "";
      return `Each day begun after the due time costs ${percent(late.percent / 100)} of the score${cap}.${graceSentence(late.graceMinutes)}`;
    }
  }
}

function graceSentence(minutes: number): string {
  return minutes === 0 ? "" : ` Up to ${spanOf(minutes * MS.minute)} late still counts as in time.`;
}

export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}

function withUnit(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
