import type { VNode } from "preact";
import type { ClassGrades } from "../../grading/class-grades.ts";
import { el } from "../el.ts";
import { MARKS, VERDICTS } from "../feedback-words.ts";
import { points } from "../words.ts";
import type { StudentLink } from "./student-link.ts";
import { table } from "./table.ts";

/** Everybody, with what they scored in each exercise. */
export function studentTable({ students, exercises }: ClassGrades, link: StudentLink): VNode {
  const rows = students.map(({ student, exercises, score, attempts }) => [
    link(student.id),
    ...exercises.map(({ status, points: earned }) =>
      status === "missing"
        ? el("span", { class: "soft" }, "–", el("span", { class: "hidden-text" }, ` ${VERDICTS.missing}`))
        : el(
            "span",
            null,
            el("span", { class: status, title: VERDICTS[status] }, `${markOf(status)} `),
            earned === null ? "open" : points(earned),
          ),
    ),
    String(attempts),
    score === null ? "open" : points(score),
  ]);
  const columns = [
    { head: "Student" },
    ...exercises.map(({ id }) => ({ head: id, number: true })),
    { head: "Hand-ins", number: true },
    { head: "Score", number: true },
  ];
  return table(columns, rows, "Students");
}

function markOf(status: "pass" | "fail" | "error" | "fault"): string {
  switch (status) {
    case "pass":
      return MARKS.pass;
    case "fail":
      return MARKS.fail;
    case "error":
      return "!";
    case "fault":
      return "?";
  }
}
