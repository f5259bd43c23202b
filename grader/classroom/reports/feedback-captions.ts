import { pluralize } from "#pictures/format.ts";
import type { StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import { percent, points, pointsOf } from "./captions.ts";
import type { ExerciseView } from "./student-view.ts";

const LIST = new Intl.ListFormat("en-GB");

/** "7.5 of 10 points", or that the points are still open. */
export function exercisePoints({ points: earned, maxPoints }: Pick<ExerciseView, "points" | "maxPoints">): string {
  return earned === null ? `open, of ${pluralize(maxPoints, "point")}` : pointsOf(earned, maxPoints);
}

/** The reason for a missing score, or the points before lateness if it reduced them; undefined otherwise. */
export function scoreNote({ points: earned, score, exercises }: StudentGrade): string | undefined {
  const open = exercises.filter((exercise) => exercise.points === null).map(({ exercise }) => exercise);
  if (score === null)
    return `The score is open until ${LIST.format(open)} ${open.length === 1 ? "has" : "have"} been judged. You lose nothing by that.`;
  return earned === null || earned === score ? undefined : `Before lateness: ${points(earned)} points.`;
}

/** The note on an exercise whose answer is missing or has no verdict. */
export function unjudgedNote(view: ExerciseView): string | undefined {
  const { status } = view;
  if (status === "unread") return unreadNote(view);
  if (status === "missing") return "Nothing was handed in for this exercise.";
  if (status === "fault")
    return "The grader failed on this answer, which is not your fault. It will be judged again, and until then it counts neither for nor against you.";
  return undefined;
}

/** The instructor's decisions about an exercise, and which hand-in counts for it; empty if there are none. */
export function decisionNotes({ judgedPoints, status, points: set, comment, factor }: ExerciseView): string[] {
  const judged = judgedPoints === undefined || judgedPoints === null ? "" : `; the grader gave ${points(judgedPoints)}`;
  return [
    ...(status === "excused" ? ["Your instructor excused this exercise: it counts neither for nor against you."] : []),
    ...(judgedPoints === undefined || set === null ? [] : [`Your instructor gave ${pluralize(set, "point")} here${judged}.`]),
    ...(comment === undefined ? [] : [`Your instructor writes: ${comment}`]),
    ...(factor === undefined
      ? []
      : [`An earlier hand-in of yours counts here${factor === 1 ? "" : `, with ${percent(factor)} of its points because it was late`}.`]),
  ];
}

/** The instructor's decisions about the whole assignment; empty if there are none. */
export function assignmentNotes({ adjustments = [] }: StudentGrade): string[] {
  return adjustments
    .filter(({ exercise }) => exercise === undefined)
    .flatMap(({ opens, due, points: set, comment }) => [
      ...(opens === undefined ? [] : [`Your own opening time is ${opens.replace("T", ", ")}.`]),
      ...(due === undefined ? [] : [`Your own due time is ${due.replace("T", ", ")}.`]),
      ...(set === undefined ? [] : [`Your instructor set this score.`]),
      ...(comment === undefined ? [] : [`Your instructor writes: ${comment}`]),
    ]);
}

/** Why the hand-in could not be read, and the remedy. */
export function unreadNote({ reasons }: ExerciseView): string {
  return `Something was handed in that could not be read, so this exercise has no score yet: ${reasons.join("; ")}. Hand it in again, or ask.`;
}

/** "Hidden case 2: not passed, 0 of 1.5 points" */
export function hiddenCaseLine({ number, passed, points: earned, maxPoints }: ExerciseView["hiddenCases"][number]): string {
  return `Hidden case ${number}: ${passed ? "passed" : "not passed"}, ${pointsOf(earned, maxPoints)}`;
}

const WHOLE = "A hidden case scores as a whole: where every element is right and nothing costs more than it may.";

/** An explanation of hidden cases, for a student whose answer fails one. */
export function hiddenCasesNote({ hiddenCases, checks }: ExerciseView): string | undefined {
  if (hiddenCases.every(({ passed }) => passed)) return undefined;
  const seenHold = checks.every(({ results }) => results.every(({ verdict }) => verdict !== "fail"));
  return seenHold
    ? `Nothing fails in the cases that you can see, but a hidden one does. ${WHOLE} Hidden cases have other sizes and launches: does your answer use the sizes that it is given, or numbers that happen to fit?`
    : `${WHOLE} It has other sizes and another launch; what it is worth comes with what you can see here.`;
}

export function withheldNote({ withheldPoints }: ExerciseView): string | undefined {
  return withheldPoints === 0
    ? undefined
    : `Some checks stay hidden. They are worth ${pluralize(hundredths(withheldPoints), "point")} together, which the sum above includes.`;
}

/** The note on a page's verdict that differs from the grader's. */
export function pageNote({ page }: ExerciseView): string | undefined {
  switch (page?.kind) {
    case undefined:
      return undefined;
    case "more-cases":
      return `Your page showed ${page.claimed}. The grade is computed again on our side, with more cases.`;
    case "contradicted":
      return `The file that you handed in says that your page showed ${page.claimed}. Judged again on our side, the same cases give: ${page.found}. The exercise may have changed in between. Only what is judged on our side counts.`;
  }
}
