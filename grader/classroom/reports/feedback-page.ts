import { h, type JSX } from "preact";
import { pictureCaption } from "#pictures/request-drawing.ts";
import { inlinePicture } from "#pictures/request-picture.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import {
  MARKS,
  MARK_LABELS,
  VERDICTS,
  latenessSentence,
  points,
  printable,
  problemLine,
  sourceLines,
  studentName,
  versionLine,
} from "./captions.ts";
import { assignmentLinks, exerciseLinks, type CourseLink } from "./course-links.ts";
import {
  assignmentNotes,
  decisionNotes,
  exercisePoints,
  hiddenCaseLine,
  hiddenCasesNote,
  withheldNote,
  pageNote,
  scoreNote,
  unjudgedNote,
} from "./feedback-captions.ts";
import { Sentence, htmlDocument } from "./html-document.ts";
import {
  checkFindings,
  skippedReasons,
  type CheckFinding,
  type CheckView,
  type ExerciseView,
  type ShownSolutions,
} from "./student-view.ts";

/** A student's feedback as an HTML page. */
export function feedbackPage(student: StudentGrade, grades: ClassHead, views: readonly ExerciseView[], solutions: ShownSolutions): string {
  const { assignment } = grades;
  const name = studentName(student.student);
  const note = scoreNote(student);
  return htmlDocument(
    `${assignment.title} · ${name}`,
    h(
      "header",
      null,
      h("p", { class: "over" }, "Coalesce · Feedback"),
      h("h1", null, assignment.title),
      h("p", { class: "who" }, h("bdi", null, name)),
      scoreLine(student),
      h("p", { class: "soft" }, latenessSentence(student, assignment)),
      note && h("p", { class: "soft" }, note),
      ...assignmentNotes(student).map((text) => h("p", null, h(Sentence, { text }))),
    ),
    overview(views),
    ...views.map((view) => exerciseSection(view, solutions.get(view.id), exerciseLinks(view.id, assignment))),
    problems(student),
    h("footer", null, linkLine(assignmentLinks(assignment)), h("p", null, versionLine(grades))),
  );
}

function scoreLine({ score, maxScore }: StudentGrade): JSX.Element {
  if (score === null) return h("p", { class: "score" }, `Not complete yet, of ${points(maxScore)} points`);
  return h("p", { class: "score" }, h("b", null, points(score)), ` of ${points(maxScore)} points`);
}

function overview(views: readonly ExerciseView[]): JSX.Element {
  const rows = views.map((view) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, h("a", { href: `#${view.id}` }, view.title)),
      h("td", { class: `verdict ${view.status}` }, VERDICTS[view.status]),
      h("td", { class: "number" }, exercisePoints(view)),
    ),
  );
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, ...columnHeads(["Exercise", "Verdict"]), h("th", { scope: "col", class: "number" }, "Points"))),
      h("tbody", null, rows),
    ),
  );
}

function columnHeads(names: readonly string[]): JSX.Element[] {
  return names.map((name) => h("th", { scope: "col" }, name));
}

function problems({ problems }: StudentGrade): JSX.Element | false {
  if (problems.length === 0) return false;
  const lines = problems.map((problem) => h("li", null, problemLine(problem)));
  return h("section", { class: "exercise" }, h("h2", null, "What was odd about the hand-in"), h("ul", null, lines));
}

/** One exercise: which checks passed, which failed and why, a question to think about, and the answer itself. */
function exerciseSection(view: ExerciseView, solution: string | undefined, links: readonly CourseLink[]): JSX.Element {
  return h(
    "section",
    { class: "exercise", id: view.id },
    h(
      "header",
      null,
      h("h2", null, view.title),
      h("p", null, h("span", { class: `verdict ${view.status}` }, VERDICTS[view.status]), ` · ${exercisePoints(view)}`),
    ),
    linkLine(links),
    ...decisionNotes(view).map((text) => box("note", text)),
    box("note", unjudgedNote(view)),
    view.error && errorBox(view.error),
    view.diagnosis && box("question", view.diagnosis.message, "A question for you"),
    view.checks.length > 0 && checksTable(view),
    ...skippedReasons(view).map((reason) => h("p", { class: "soft" }, `Not judged (–): ${reason}`)),
    hiddenCases(view),
    withheldNote(view) && h("p", { class: "soft" }, withheldNote(view)),
    ...checkFindings(view).map(findingSection),
    box("note", pageNote(view)),
    view.source !== undefined && listing("Your answer", view.source, view.error?.line),
    solution !== undefined && listing("A solution", solution),
  );
}

/** Pages of the course, one after the other. */
function linkLine(links: readonly CourseLink[]): JSX.Element | false {
  if (links.length === 0) return false;
  return h(
    "p",
    { class: "course-links" },
    links.map(({ text, href }, i) => [i > 0 && " · ", h("a", { href }, text)]),
  );
}

function errorBox({ message, line }: NonNullable<ExerciseView["error"]>): JSX.Element | false {
  return box("problem", message, line === undefined ? "What happened" : `What happened, at line ${line}`);
}

function box(kind: "note" | "question" | "problem", message: string | undefined, label?: string): JSX.Element | false {
  if (message === undefined) return false;
  return h(
    "div",
    { class: kind },
    h("p", null, label !== undefined && h("span", { class: "label" }, label), h(Sentence, { text: message })),
  );
}

function hiddenCases(view: ExerciseView): JSX.Element | false {
  if (view.hiddenCases.length === 0) return false;
  const note = hiddenCasesNote(view);
  const lines = view.hiddenCases.map((hidden) => h("li", null, hiddenCaseLine(hidden)));
  return h("div", null, h("ul", null, lines), note !== undefined && h("p", { class: "soft" }, note));
}

function findingSection({ check, first, others, picture }: CheckFinding): JSX.Element {
  return h(
    "div",
    null,
    h("h3", null, h(Sentence, { text: check.title })),
    h("p", null, h(Sentence, { text: first.message }), h("span", { class: "soft" }, " (", h("code", null, first.case), ")")),
    first.witness !== undefined &&
      picture !== undefined &&
      h(
        "figure",
        null,
        h("div", {
          class: "wide",
          tabindex: 0,
          role: "group",
          "aria-label": "Picture",
          dangerouslySetInnerHTML: { __html: inlinePicture(first.witness, picture) },
        }),
        h("figcaption", null, h(Sentence, { text: pictureCaption(first.witness) })),
      ),
    others.length > 0 &&
      h(
        "ul",
        null,
        others.map((other) => h("li", null, h("code", null, other.case), ": ", h(Sentence, { text: other.message }))),
      ),
  );
}

function listing(title: string, source: string, errorLine?: number): JSX.Element {
  const { lines, cut } = sourceLines(source);
  return h(
    "div",
    null,
    h("h3", null, title),
    h(
      "pre",
      { class: "source", tabindex: 0, dir: "ltr", role: "group", "aria-label": title },
      h(
        "code",
        null,
        lines.map((line, i) =>
          h("span", { class: i + 1 === errorLine ? "line blamed" : "line", "data-line": String(i + 1) }, line === "" ? "\n" : line),
        ),
      ),
    ),
    cut !== undefined && h("p", { class: "soft" }, printable(cut)),
  );
}

/** All visible checks in all visible cases: one row per check, one column per case. */
function checksTable({ checks, cases }: ExerciseView): JSX.Element {
  const head = [
    h("th", { scope: "col" }, "Check"),
    ...cases.map((id) => h("th", { scope: "col", class: "mark" }, id)),
    h("th", { scope: "col", class: "number" }, "Points"),
  ];
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": "Checks" },
    h(
      "table",
      { class: "texts" },
      h("thead", null, h("tr", null, head)),
      h("tbody", null, ...checks.map((check) => checkRow(check, cases))),
    ),
  );
}

function checkRow({ title, results, points: earned, maxPoints }: CheckView, cases: readonly string[]): JSX.Element {
  const marks = cases.map((id) => {
    const result = results.find((check) => check.case === id);
    if (!result) return h("td", { class: "mark" });
    const { verdict } = result;
    const spoken = verdict === "skipped" && h("span", { class: "hidden-text" }, MARK_LABELS[verdict]);
    return h("td", { class: `mark verdict ${verdict}` }, MARKS[verdict], spoken);
  });
  const counts = maxPoints === 0 ? "not counted" : `${points(earned)} of ${points(maxPoints)}`;
  return h("tr", null, h("th", { scope: "row" }, h(Sentence, { text: title })), ...marks, h("td", { class: "number" }, counts));
}
