import type { VNode } from "preact";
import type { ClassGrades } from "../../grading/class-grades.ts";
import { exerciseFigures, misconceptions } from "../class-figures.ts";
import { el } from "../el.ts";
import { pieces, percent, points } from "../words.ts";
import { linkedNames, type StudentLink } from "./student-link.ts";
import { section, table } from "./table.ts";

/** How each exercise went: who tried it, who passed, and what was scored on average. */
export function exerciseTable(grades: ClassGrades): VNode {
  const rows = exerciseFigures(grades).map(({ title, maxPoints, judged, passed, waiting, meanPoints }) => {
    const share = judged === 0 ? 0 : passed / judged;
    const mean = meanPoints === undefined ? "–" : `${points(meanPoints)} of ${points(maxPoints)}`;
    return [
      title,
      String(judged),
      judged === 0 ? "–" : el("span", { class: "bar" }, bar(share), `${passed} (${percent(share)})`),
      mean,
      waiting === 0 ? "" : String(waiting),
    ];
  });
  const columns = [
    { head: "Exercise" },
    { head: "Judged", number: true },
    { head: "Passed, of those" },
    { head: "Mean points", number: true },
    { head: "Waiting", number: true },
  ];
  return table(columns, rows, "Exercises");
}

function bar(share: number): VNode {
  return el("span", { class: "share", "aria-hidden": "true" }, el("i", { style: `width:${Math.round(share * 100)}%` }));
}

/** What the class gets wrong, as the exercises know it: by what answers do, not by how they are written. */
export function misconceptionTable(grades: ClassGrades, link: StudentLink): VNode | false {
  const found = misconceptions(grades);
  if (found.length === 0) return false;
  const rows = found.map(({ exercise, diagnosis, students }) => [
    el("code", null, `${exercise}/${diagnosis.id}`),
    pieces(diagnosis.message).map(({ code, text }) => (code ? el("code", null, text) : text)),
    String(students.length),
    linkedNames(
      students.map(({ student }) => student.id),
      link,
    ),
  ]);
  const columns = [
    { head: "Misconception" },
    { head: "The question that students were asked" },
    { head: "Students", number: true },
    { head: "Who" },
  ];
  return section(
    "The commonest misconceptions",
    el("p", { class: "soft" }, "Answers that behave like a known wrong one. How they are written plays no part."),
    table(columns, rows, "Misconceptions"),
  );
}
