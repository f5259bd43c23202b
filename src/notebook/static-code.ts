import { INDENT_PROPERTY, indentOf } from "./hanging-indent.ts";

/**
 * Shows a text in the code that the page was built with, line by line as Shiki writes it, so that line numbers and spacing stay. Its
 * colours are lost; the editor brings them back.
 *
 * @returns whether it is another text than before
 */
export function showStaticCode(cell: HTMLElement, text: string): boolean {
  const code = cell.querySelector(".code-host code");
  const lines = text.trimEnd();
  if (code === null || code.textContent?.trimEnd() === lines) return false;
  code.replaceChildren(...codeLines(lines));
  return true;
}

/** A text line by line, as Shiki writes it, without colours. */
export function codeLines(text: string): Node[] {
  return text.split("\n").flatMap(lineNodes);
}

function lineNodes(text: string, number: number): Node[] {
  const line = document.createElement("span");
  line.className = "line";
  line.style.setProperty(INDENT_PROPERTY, String(indentOf(text)));
  line.textContent = text;
  return number === 0 ? [line] : [document.createTextNode("\n"), line];
}
