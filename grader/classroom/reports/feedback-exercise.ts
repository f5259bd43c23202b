import type { ComponentChildren, VNode } from "preact";
import { el } from "./el.ts";
import { VERDICTS, exercisePoints, hiddenCaseLine, hiddenCasesNote, keptBackNote, pageNote, unjudgedNote } from "./feedback-words.ts";
import { checksTable } from "./checks-table.ts";
import { checkFindings, skippedReasons, type CheckFinding } from "./findings.ts";
import { inlinePicture, pictureWords } from "#pictures/request-picture.ts";
import { sourceLines } from "./source-lines.ts";
import type { ExerciseView } from "./student-view.ts";
import { pieces, printable } from "./words.ts";

/** The solutions that feedback may show, by exercise; empty until they are released. */
export type ShownSolutions = ReadonlyMap<string, string>;

/** One exercise: what held, what did not and why, what to ask oneself, and the answer itself. */
export function exerciseSection(view: ExerciseView, solution: string | undefined): VNode {
  return el(
    "section",
    { class: "exercise", id: view.id },
    el(
      "header",
      null,
      el("h2", null, view.title),
      el("p", null, el("span", { class: `verdict ${view.status}` }, VERDICTS[view.status]), ` · ${exercisePoints(view)}`),
    ),
    box("note", unjudgedNote(view)),
    view.error && errorBox(view.error),
    view.diagnosis && box("question", view.diagnosis.message, "A question for you"),
    view.checks.length > 0 && checksTable(view),
    ...skippedReasons(view).map((reason) => el("p", { class: "soft" }, `Not judged (–): ${reason}`)),
    hiddenCases(view),
    keptBackNote(view) && el("p", { class: "soft" }, keptBackNote(view)),
    ...checkFindings(view).map(findingSection),
    box("note", pageNote(view)),
    view.source !== undefined && listing("Your answer", view.source, view.error?.line),
    solution !== undefined && listing("A solution", solution),
  );
}

function errorBox({ message, line }: NonNullable<ExerciseView["error"]>): VNode | false {
  return box("problem", message, line === undefined ? "What happened" : `What happened, at line ${line}`);
}

function box(kind: "note" | "question" | "problem", message: string | undefined, label?: string): VNode | false {
  if (message === undefined) return false;
  return el("div", { class: kind }, el("p", null, label !== undefined && el("span", { class: "label" }, label), ...sentence(message)));
}

/** A sentence with its code in code's letters. */
export function sentence(message: string): ComponentChildren[] {
  return pieces(message).map(({ code, text }) => (code ? el("code", null, text) : text));
}

function hiddenCases(view: ExerciseView): VNode | false {
  if (view.hiddenCases.length === 0) return false;
  const note = hiddenCasesNote(view);
  const lines = view.hiddenCases.map((hidden) => el("li", null, hiddenCaseLine(hidden)));
  return el("div", null, el("ul", null, lines), note !== undefined && el("p", { class: "soft" }, note));
}

function findingSection({ check, first, others, picture }: CheckFinding): VNode {
  return el(
    "div",
    null,
    el("h3", null, ...sentence(check.title)),
    el("p", null, ...sentence(first.message), el("span", { class: "soft" }, " (", el("code", null, first.case), ")")),
    first.witness !== undefined &&
      picture !== undefined &&
      el(
        "figure",
        null,
        el("div", {
          class: "wide",
          tabindex: 0,
          role: "group",
          "aria-label": "Picture",
          dangerouslySetInnerHTML: { __html: inlinePicture(first.witness, picture) },
        }),
        el("figcaption", null, ...sentence(pictureWords(first.witness))),
      ),
    others.length > 0 &&
      el(
        "ul",
        null,
        others.map((other) => el("li", null, el("code", null, other.case), ": ", ...sentence(other.message))),
      ),
  );
}

function listing(title: string, source: string, blamed?: number): VNode {
  const { lines, cut } = sourceLines(source);
  return el(
    "div",
    null,
    el("h3", null, title),
    el(
      "pre",
      { class: "source", tabindex: 0, dir: "ltr", role: "group", "aria-label": title },
      el(
        "code",
        null,
        lines.map((line, i) =>
          el("span", { class: i + 1 === blamed ? "line blamed" : "line", "data-line": String(i + 1) }, line === "" ? "\n" : line),
        ),
      ),
    ),
    cut !== undefined && el("p", { class: "soft" }, printable(cut)),
  );
}
