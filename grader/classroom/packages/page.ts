import { parseHTML } from "linkedom";
import { PAGE_DATA_ID, type PageData } from "./page-data.ts";

/** The built site's folder of scripts and styles. Its page and style sheets refer to it from the site's root. */
const ASSETS = "_astro/";

/**
 * The page of a package: the cells of the assigned exercises, in the assignment's order, and the page's data. It requests only files
 * of the package.
 *
 * @param html the built page with the cells of all exercises.
 * @throws Error when the page has no cell for an exercise.
 */
export function packagePage(html: string, data: PageData): string {
  const { document } = parseHTML(withoutOtherCells(html, new Set(data.exercises.map(({ id }) => id))));
  const cells = new Map(Array.from(document.querySelectorAll("exercise-cell"), (cell) => [cell.getAttribute("data-exercise"), cell]));
  const list = document.querySelector("#exercises");
  for (const script of Array.from(document.querySelectorAll("main script"))) document.body.append(script);
  for (const cell of cells.values()) cell.remove();
  for (const { id } of data.exercises) {
    const cell = cells.get(id);
    if (cell === undefined || list === null) throw new Error(`the built page has no cell of the exercise ${id}`);
    list.append(cell);
  }
  unlinkTerms(document);
  for (const name of ["src", "href"]) {
    for (const element of Array.from(document.querySelectorAll(`[${name}^="/${ASSETS}"]`))) {
      element.setAttribute(name, `.${element.getAttribute(name)}`);
    }
  }
  const holder = document.createElement("script");
  holder.setAttribute("type", "application/json");
  holder.setAttribute("id", PAGE_DATA_ID);
  // A "<" could end the script element.
  holder.textContent = JSON.stringify(data).replaceAll("<", "\\u003c");
  document.body.append(holder);
  return document.toString();
}

/** A cell in the text of the built page: cells stand beside each other, none is in another. */
const CELL = /<exercise-cell [^>]*data-exercise="([^"]*)"[^]*?<\/exercise-cell>/g;
const SCRIPT = /<script[^]*?<\/script>/g;

/**
 * The page without the cells of exercises that are not assigned. They are most of four megabytes, which take seconds to be parsed. Scripts
 * in them stay: a page has each script once, for all cells.
 */
function withoutOtherCells(html: string, assigned: ReadonlySet<string>): string {
  return html.replaceAll(CELL, (cell: string, id: string) => (assigned.has(id) ? cell : (cell.match(SCRIPT) ?? []).join("")));
}

/** Terms show their definition in place, because the glossary itself is not in the package. */
function unlinkTerms(document: Document): void {
  for (const term of Array.from(document.querySelectorAll("a.term"))) {
    term.removeAttribute("href");
    term.setAttribute("tabindex", "0");
    term.setAttribute("aria-description", term.getAttribute("data-definition") ?? "");
  }
}

/** A style sheet of the built site, with its root-relative addresses made relative. */
export function packageStyles(css: string): string {
  return css.replaceAll(`url(/${ASSETS}`, "url(./");
}
