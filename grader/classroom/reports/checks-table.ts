import type { VNode } from "preact";
import { el } from "./el.ts";
import { MARKS, MARK_WORDS } from "./feedback-words.ts";
import type { CheckView, ExerciseView } from "./student-view.ts";
import { pieces, points } from "./words.ts";

/** All checks in all cases that can be seen: a row a check, a column a case. */
export function checksTable({ checks, cases }: ExerciseView): VNode {
  const head = [
    el("th", { scope: "col" }, "Check"),
    ...cases.map((id) => el("th", { scope: "col", class: "mark" }, id)),
    el("th", { scope: "col", class: "number" }, "Points"),
  ];
  return el(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": "Checks" },
    el(
      "table",
      { class: "texts" },
      el("thead", null, el("tr", null, head)),
      el("tbody", null, ...checks.map((check) => checkRow(check, cases))),
    ),
  );
}

function checkRow({ title, results, points: earned, maxPoints }: CheckView, cases: readonly string[]): VNode {
  const marks = cases.map((id) => {
    const result = results.find((check) => check.case === id);
    if (!result) return el("td", { class: "mark" });
    const { verdict } = result;
    return el(
      "td",
      { class: `mark verdict ${verdict}` },
      el("span", { "aria-hidden": "true" }, MARKS[verdict]),
      el("span", { class: "hidden-text" }, MARK_WORDS[verdict]),
    );
  });
  const counts = maxPoints === 0 ? "not counted" : `${points(earned)} of ${points(maxPoints)}`;
  return el(
    "tr",
    null,
    el("th", { scope: "row" }, ...pieces(title).map(({ code, text }) => (code ? el("code", null, text) : text))),
    ...marks,
    el("td", { class: "number" }, counts),
  );
}
