import type { VNode } from "preact";
import type { ClassGrades, StudentGrade } from "../grading/class-grades.ts";
import { el } from "./el.ts";
import { exerciseSection, type ShownSolutions } from "./feedback-exercise.ts";
import { VERDICTS, exercisePoints, problemLine, scoreNote, versionLine } from "./feedback-words.ts";
import { htmlDocument } from "./html-document.ts";
import { exerciseView, type ExerciseView } from "./student-view.ts";
import { latenessSentence, points, studentName } from "./words.ts";

/** A student's feedback as a page of its own. */
export function feedbackHtml(student: StudentGrade, grades: ClassGrades, solutions: ShownSolutions): string {
  const { assignment } = grades;
  const views = student.exercises.map((exercise) => exerciseView(exercise, grades));
  const name = studentName(student.student);
  const note = scoreNote(student);
  return htmlDocument(
    `${assignment.title} · ${name}`,
    el(
      "header",
      null,
      el("p", { class: "over" }, "Coalesce · Feedback"),
      el("h1", null, assignment.title),
      el("p", { class: "who" }, el("bdi", null, name)),
      scoreLine(student),
      el("p", { class: "soft" }, latenessSentence(student, assignment)),
      note && el("p", { class: "soft" }, note),
    ),
    overview(views),
    ...views.map((view) => exerciseSection(view, solutions.get(view.id))),
    problems(student),
    el("footer", null, el("p", null, versionLine(grades))),
  );
}

function scoreLine({ score, maxScore }: StudentGrade): VNode {
  if (score === null) return el("p", { class: "score" }, `Not complete yet, of ${points(maxScore)} points`);
  return el("p", { class: "score" }, el("b", null, points(score)), ` of ${points(maxScore)} points`);
}

function overview(views: readonly ExerciseView[]): VNode {
  const rows = views.map((view) =>
    el(
      "tr",
      null,
      el("th", { scope: "row" }, el("a", { href: `#${view.id}` }, view.title)),
      el("td", { class: `verdict ${view.status}` }, VERDICTS[view.status]),
      el("td", { class: "number" }, exercisePoints(view)),
    ),
  );
  return el(
    "div",
    { class: "wide" },
    el(
      "table",
      null,
      el("thead", null, el("tr", null, ...columnHeads(["Exercise", "Verdict"]), el("th", { scope: "col", class: "number" }, "Points"))),
      el("tbody", null, rows),
    ),
  );
}

function columnHeads(names: readonly string[]): VNode[] {
  return names.map((name) => el("th", { scope: "col" }, name));
}

function problems({ problems }: StudentGrade): VNode | false {
  if (problems.length === 0) return false;
  const lines = problems.map((problem) => el("li", null, problemLine(problem)));
  return el("section", { class: "exercise" }, el("h2", null, "What was odd about the hand-in"), el("ul", null, lines));
}
