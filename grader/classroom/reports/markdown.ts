import { inlineCode } from "#pictures/inline-code.ts";
import { printable } from "./captions.ts";

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** A cell ends at a bar, even inside of code. */
function cell(text: string): string {
  return text.replace(/(?<!\\)\|/g, "\\|");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A sentence with its code as code. */
export function inline(message: string): string {
  return inlineCode(printable(message))
    .map(({ isCode, text }) => (isCode ? codeSpan(text) : prose(text)))
    .join("");
}

export function codeSpan(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

/** Text in one line, of which nothing is taken for markup. */
export function prose(text: string): string {
  const line = printable(text).replace(/\s*\n\s*/g, " ");
  return line.replace(/[\\`*_[\]<>&#|~!]/g, "\\$&").replace(/^(\s*)([-+=]|\d+[.)])/, "$1\\$2");
}
