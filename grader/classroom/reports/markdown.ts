import { inlineCode } from "#pictures/inline-code.ts";
import { printable } from "./captions.ts";

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** A table cell. Bars are escaped because they end a cell, even inside code. */
function cell(text: string): string {
  return text.replace(/(?<!\\)\|/g, "\\|");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A sentence, escaped, with the parts between backticks as code. */
export function inline(message: string): string {
  return inlineCode(printable(message))
    .map(({ isCode, text }) => (isCode ? codeSpan(text) : prose(text)))
    .join("");
}

export function codeSpan(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

/** Text on one line, escaped so that none of it is read as markup. */
export function prose(text: string): string {
  const line = printable(text).replace(/\s*\n\s*/g, " ");
  return line.replace(/[\\`*_[\]<>&#|~!]/g, "\\$&").replace(/^(\s*)([-+=]|\d+[.)])/, "$1\\$2");
}
