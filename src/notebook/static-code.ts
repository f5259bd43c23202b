import { linesOf } from "./clicked-place.ts";
import { INDENT_PROPERTY, indentOf } from "./hanging-indent.ts";

/** The text of a cell's static code. */
export function staticText(host: Element): string {
  return linesOf(host)
    .map(({ textContent }) => textContent)
    .join("\n");
}

/** A text as code shows it: the line break at the end of a file begins no line. */
export function withoutLastBreak(text: string): string {
  return text.replace(/\n$/, "");
}

/**
 * Shows a text in the code that the page was built with, line by line as Shiki writes it, so that line numbers and spacing stay. Lines
 * that are as before keep their colours; the others get theirs from the editor.
 *
 * @returns whether it is another text than before
 */
export function showLines(host: Element, text: string): boolean {
  const code = host.querySelector("pre code");
  if (code === null || staticText(host) === text) return false;
  const before = linesOf(host);
  const after = text.split("\n");
  const isSame = (line: HTMLElement | undefined, text: string | undefined): boolean => line?.textContent === text;
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && isSame(before[first], after[first])) first++;
  let last = 0;
  while (last < most - first && isSame(before.at(-1 - last), after.at(-1 - last))) last++;
  const lines = [
    ...before.slice(0, first),
    ...after.slice(first, after.length - last).map(lineOf),
    ...before.slice(before.length - last, before.length),
  ];
  code.replaceChildren(...lines.flatMap(separated));
  return true;
}

/** A text line by line, as Shiki writes it, without colours. */
export function codeLines(text: string): Node[] {
  return text.split("\n").map(lineOf).flatMap(separated);
}

function separated(line: HTMLElement, number: number): Node[] {
  return number === 0 ? [line] : [document.createTextNode("\n"), line];
}

function lineOf(text: string): HTMLElement {
  const line = document.createElement("span");
  line.className = "line";
  line.style.setProperty(INDENT_PROPERTY, String(indentOf(text)));
  line.textContent = text;
  return line;
}
