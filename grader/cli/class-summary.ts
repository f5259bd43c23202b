import path from "node:path";
import type { ClassGrades } from "#classroom/grading/class-grades.ts";
import type { Judging } from "#classroom/grading/judge-tasks.ts";
import { pluralize } from "#pictures/format.ts";

/** How the judging went, in a clause: "12 answers judged, 3 were judged already". */
export function judgingLine({ judged, kept, faults }: Judging): string {
  const failed = faults.length === 0 ? "" : `, ${faults.length} without a verdict`;
  return `${withCommas(judged, "answer")} judged, ${kept} ${kept === 1 ? "was" : "were"} judged already${failed}`;
}

/** The end of the command's output: who was graded, what is to be looked at, and where. */
export function classSummary(grades: ClassGrades, judging: Judging, out: string): string {
  const waiting = grades.students.filter(({ score }) => score === null);
  const problems = grades.problems.length + grades.students.reduce((sum, student) => sum + student.problems.length, 0);
  return [
    `${withCommas(grades.students.length, "student")}; ${judgingLine(judging)}; ${withCommas(problems, "problem")} among the submissions`,
    ...(waiting.length === 0 ? [] : [`waiting for a verdict: ${waiting.map(({ student }) => student.id).join(", ")}`]),
    "",
    `Summary    ${path.join(out, "summary.html")}`,
    `Gradebook  ${path.join(out, "gradebook.csv")}`,
    `Feedback   ${path.join(out, "students")}`,
    "",
  ].join("\n");
}

/** What the grader failed at, and whom it concerns, a line each; nothing where there is nothing. */
export function faultLines({ faults }: Judging): string {
  if (faults.length === 0) return "";
  const lines = faults.map(({ task, message }) => `  ${task.job.exercise} of ${task.students.join(", ")}: ${message.split("\n")[0]}`);
  return `The grader failed at ${withCommas(faults.length, "answer")}. Nobody loses by it: the scores stay open. Run it again.\n${lines.join("\n")}\n`;
}

function withCommas(value: number, noun: string): string {
  return pluralize(value, noun, (number) => number.toLocaleString("en"));
}
