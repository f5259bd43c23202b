import { h, type ComponentChildren, type JSX } from "preact";
import renderToString from "preact-render-to-string";
import type { ClassOutcomes } from "./class-outcomes.ts";
import { studentName } from "./captions.ts";
import { studentFolders } from "./student-folder.ts";

/** A column of a table: its heading, and whether it holds numbers. */
export interface Column {
  readonly head: string;
  readonly number?: boolean;
}

/** A table whose first column names its rows. */
export function table(columns: readonly Column[], rows: readonly (readonly ComponentChildren[])[], label: string): JSX.Element {
  const classOf = (i: number): string | undefined => (columns[i]?.number ? "number" : undefined);
  const cell = (content: ComponentChildren, i: number): JSX.Element =>
    i === 0 ? h("th", { scope: "row" }, content) : h("td", { class: classOf(i) }, content);
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "group", "aria-label": label },
    h(
      "table",
      { class: "texts" },
      h("thead", null, h("tr", null, ...columns.map(({ head }, i) => h("th", { scope: "col", class: classOf(i) }, head)))),
      // A class of thousands has more cells than it takes to run out of memory, so each row is a text at once.
      h("tbody", { dangerouslySetInnerHTML: { __html: rows.map((cells) => renderToString(h("tr", null, ...cells.map(cell)))).join("") } }),
    ),
  );
}

/** A section of the page with its heading. */
export function section(title: string, ...content: ComponentChildren[]): JSX.Element {
  return h("section", { class: "exercise" }, h("h2", null, title), ...content);
}

/** A student's name, linked to the feedback. */
export type StudentLink = (id: string) => JSX.Element;

/** Links from the class's page to the students' folders beside it. */
export function studentLinks({ students }: Pick<ClassOutcomes, "students">): StudentLink {
  const folders = studentFolders(students.map(({ student }) => student.id));
  const names = new Map(students.map(({ student }) => [student.id, studentName(student)]));
  return (id) => h("a", { href: `students/${folders.get(id)}/feedback.html` }, h("bdi", null, ...breakable(names.get(id) ?? id)));
}

/** A piece of a word that is never broken. */
const PIECE = 16;

/** A name whose long words may break: an id without a blank would push the scores off the table. */
function breakable(name: string): (JSX.Element | string)[] {
  const pieces = name.match(new RegExp(`\\S{${PIECE}}|\\S+|\\s+`, "gu")) ?? [];
  return pieces.flatMap((piece) => ([...piece].length === PIECE ? [piece, h("wbr", null)] : [piece]));
}

/** "Ada, Bob and Cy", each name a link. */
export function linkedNames(ids: readonly string[], link: StudentLink): (JSX.Element | string)[] {
  return ids.flatMap((id, i) => {
    const before = i === 0 ? [] : [i === ids.length - 1 ? " and " : ", "];
    return [...before, link(id)];
  });
}
