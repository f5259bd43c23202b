import type { ComponentChildren, VNode } from "preact";
import { el } from "../el.ts";

/** A column: its head, and whether it holds numbers. */
export interface Column {
  readonly head: string;
  readonly number?: boolean;
}

/** A table whose first column names its rows. */
export function table(columns: readonly Column[], rows: readonly (readonly ComponentChildren[])[], label: string): VNode {
  const classOf = (i: number): string | undefined => (columns[i].number ? "number" : undefined);
  const cell = (content: ComponentChildren, i: number): VNode =>
    i === 0 ? el("th", { scope: "row" }, content) : el("td", { class: classOf(i) }, content);
  return el(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": label },
    el(
      "table",
      { class: "texts" },
      el("thead", null, el("tr", null, ...columns.map(({ head }, i) => el("th", { scope: "col", class: classOf(i) }, head)))),
      el("tbody", null, ...rows.map((cells) => el("tr", null, ...cells.map(cell)))),
    ),
  );
}

/** A part of the page with its heading. */
export function section(title: string, ...content: ComponentChildren[]): VNode {
  return el("section", { class: "exercise" }, el("h2", null, title), ...content);
}
