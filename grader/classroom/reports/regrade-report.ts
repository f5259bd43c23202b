import { count, pluralize } from "#pictures/format.ts";
import type { Lateness } from "../assignment/lateness.ts";
import type { Cause, Change, StudentChange } from "../grading/grade-changes.ts";
import type { RegradeReport } from "../grading/regrade.ts";
import type { Student } from "../submission/submission.ts";
import { points, studentName, timeOfDay } from "./captions.ts";
import { csvFile } from "./csv-text.ts";
import { list, prose, table } from "./markdown.ts";

/** The changes of a regrade, for whom and why, in Markdown that is also readable in a terminal. */
export function regradeMarkdown({ changes, head, unknown, gone }: RegradeReport): string {
  const { assignment } = head;
  const { changed, unchanged, joined, left, maxScore } = changes;
  const time = (instant: number | null): string => `${timeOfDay(instant, assignment)} (${assignment.timeZone})`;
  const blocks = [
    `# ${prose(assignment.title)} · regrade`,
    `${pluralize(changed.length, "student")} ${changed.length === 1 ? "gets" : "get"} another score. ${pluralize(unchanged, "student")} ${unchanged === 1 ? "keeps" : "keep"} theirs.`,
    maxScore && `The most that could be earned: ${points(maxScore.from)} → ${points(maxScore.to)} points.`,
    changed.length > 0 &&
      table(
        ["Student", "Score", "Why"],
        changed.map((change) => [
          prose(studentName(change.student)),
          spelledChange(change.score),
          reasonsOf(change).map(reasonText).join(" · "),
        ]),
      ),
    ...section(
      "Students who aren't in the previous results",
      joined.map(({ student, score }) => `${prose(studentName(student))}: ${amount(score)}`),
    ),
    ...section(
      "Students in the previous results who handed in nothing this time",
      left.map(({ student, score }) => `${prose(studentName(student))}: had ${amount(score)}`),
    ),
    ...section(
      "Hand-ins that aren't in the previous results: the time that they claim now counts",
      unknown.map(({ student, origin, handedInAt }) => prose(`${studentName(student)}: ${origin}, ${time(handedInAt)}`)),
    ),
    ...section(
      "Hand-ins in the previous results that are no longer here",
      gone.map(({ student, origin, handedInAt }) => prose(`${studentName({ id: student, name: "" })}: ${origin}, ${time(handedInAt)}`)),
    ),
  ];
  return `${blocks.filter((block) => typeof block === "string").join("\n\n")}\n`;
}

function reasonText({ exercise, points, reason }: Reason): string {
  return prose(points === undefined ? reason : `${exercise} ${spelledChange(points)}: ${reason}`);
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, list(items)];
}

const COLUMNS = ["student_id", "name", "previous_score", "score", "exercise", "previous_points", "points", "why"];

/** The changes of a regrade, as CSV: one row per student and reason. "open" is a score that waits for a verdict. */
export function regradeCsv({ changes: { changed, joined, left } }: RegradeReport): string {
  return csvFile([
    COLUMNS,
    ...changed.flatMap((change) =>
      reasonsOf(change).map(({ exercise, points, reason }) => [
        ...nameCells(change.student),
        amount(change.score.from),
        amount(change.score.to),
        exercise,
        ...(points ? [amount(points.from), amount(points.to)] : ["", ""]),
        reason,
      ]),
    ),
    ...joined.map(({ student, score }) => [...nameCells(student), "none", amount(score), "", "", "", "not in the previous results"]),
    ...left.map(({ student, score }) => [...nameCells(student), amount(score), "none", "", "", "", "nothing of theirs is here now"]),
  ]);
}

const nameCells = ({ id, name }: Student): [id: string, name: string] => [id, name];

/** One reason for a changed score. */
interface Reason {
  /** Empty if the reason concerns the whole hand-in. */
  readonly exercise: string;
  readonly points?: Change<number | null | undefined>;
  /** Why it changed. */
  readonly reason: string;
}

/** All reasons for a student's changed score. */
function reasonsOf({ exercises, lateness }: StudentChange): Reason[] {
  return [
    ...exercises.map(({ exercise, points, causes }) => ({ exercise, points, reason: causes.map(spelledCause).join("; ") })),
    ...(lateness ? [{ exercise: "", reason: `lateness: ${spelledLateness(lateness.from)} → ${spelledLateness(lateness.to)}` }] : []),
  ];
}

/** Points or a score: "open" while it waits for a verdict, "none" if it does not exist. */
function amount(value: number | null | undefined): string {
  if (value === undefined) return "none";
  return value === null ? "open" : points(value);
}

function spelledChange({ from, to }: Change<number | null | undefined>): string {
  return `${amount(from)} → ${amount(to)}`;
}

function spelledCause(cause: Cause): string {
  switch (cause.kind) {
    case "assigned":
      return "it was not assigned before";
    case "no-longer-assigned":
      return "it is no longer assigned";
    case "another-answer":
      return "another answer counts";
    case "points":
      return `its points changed, ${points(cause.from)} → ${points(cause.to)}`;
    case "weights":
      return "the weights of its checks changed";
    case "exercise":
      return `the exercise changed, ${cause.from} → ${cause.to}`;
    case "simulator":
      return `the simulator changed, ${cause.from} → ${cause.to}`;
    case "grader":
      return `the grader changed, ${cause.from} → ${cause.to}`;
    case "hidden-cases":
      return cause.from === undefined || cause.from === cause.to
        ? "other hidden cases were drawn"
        : `there are ${pluralize(cause.to, "hidden case")}, and were ${count(cause.from)}`;
    case "personal-cases":
      return `each student has ${pluralize(cause.to, "case")} of their own, and had ${count(cause.from)}`;
    case "fault-resolved":
      return "the grader failed on it before, and has judged it now";
    case "fault":
      return "the grader failed on it this time: run it again";
    case "adjusted":
      return "the instructor set its points or excused it, here or before";
    case "unexplained":
      return "it was judged again, and nothing that the verdict depends on has changed: compare the two by hand";
  }
}

function spelledLateness({ status, daysLate, factor }: Lateness): string {
  switch (status) {
    case "early":
      return "before the opening, counts for nothing";
    case "closed":
      return "after the close, counts for nothing";
    case "in-time":
      return "in time";
    case "late":
      return `${pluralize(daysLate, "day")} late, × ${points(factor)}`;
  }
}
