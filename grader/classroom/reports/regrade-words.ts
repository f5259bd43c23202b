import type { Cause, Change, StudentChange } from "../grading/grade-changes.ts";
import type { Lateness } from "../assignment/lateness.ts";
import { counted, points } from "./words.ts";

/** One reason of a changed score: what it is about, and from what to what. */
export interface Reason {
  /** Empty where it is about the whole hand-in. */
  readonly exercise: string;
  readonly points?: Change<number | null | undefined>;
  readonly words: string;
}

/** Everything that changes a student's score. */
export function reasonsOf({ exercises, lateness }: StudentChange): Reason[] {
  return [
    ...exercises.map(({ exercise, points, causes }) => ({ exercise, points, words: causes.map(causeWords).join("; ") })),
    ...(lateness ? [{ exercise: "", words: `lateness: ${latenessWords(lateness.from)} → ${latenessWords(lateness.to)}` }] : []),
  ];
}

/** Points or a score; what waits for a verdict, and what there was not, is said in words. */
export function amount(value: number | null | undefined): string {
  if (value === undefined) return "none";
  return value === null ? "open" : points(value);
}

export function changeWords({ from, to }: Change<number | null | undefined>): string {
  return `${amount(from)} → ${amount(to)}`;
}

function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case "assigned":
      return "it was not assigned before";
    case "no-longer-assigned":
      return "it is not assigned any more";
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
      return "other hidden cases were drawn";
    case "fault-mended":
      return "the grader had failed at it, and has judged it now";
    case "fault":
      return "the grader failed at it this time: run it again";
    case "judged-anew":
      return "it was judged anew, and nothing that the verdict depends on has changed: compare the two by hand";
  }
}

function latenessWords({ status, daysLate, factor }: Lateness): string {
  switch (status) {
    case "early":
      return "before the opening, counts for nothing";
    case "closed":
      return "after the close, counts for nothing";
    case "in-time":
      return "in time";
    case "late":
      return `${counted(daysLate, "day")} late, × ${points(factor)}`;
  }
}
