import { pluralize } from "#pictures/format.ts";
import type { Printed, PrintedLine } from "../printed.ts";

/** An answer's output, a line each: "wide, read, thread (3, 0) of block 2: row 3". Empty if it printed nothing. */
export function printedText({ lines, omitted }: Printed): string {
  const rest = omitted === 0 ? [] : [omittedSentence(omitted)];
  return [...lines.map(printedLine), ...rest].map((line) => `${line}\n`).join("");
}

/** How many lines were printed beyond the stored ones: "and 412 more lines". */
export function omittedSentence(omitted: number): string {
  return `and ${pluralize(omitted, "more line")}`;
}

/** The call that printed a line: "wide, read, thread (3, 0) of block 2"; empty for a line that was printed as the file was loaded. */
export function printedBy({ call }: PrintedLine): string {
  if (call === undefined) return "";
  return [call.case, call.access, call.thread].filter((part) => part !== undefined).join(", ");
}

function printedLine(line: PrintedLine): string {
  const who = printedBy(line);
  const text = forTerminal(line.text);
  return who === "" ? text : `${who}: ${text}`;
}

/** Control characters could clear the screen or forge a line: they are shown by their codes, and further lines are indented. */
function forTerminal(text: string): string {
  const visible = text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (control) =>
    control === "\t" ? control : codeOf(control),
  );
  return visible.replaceAll("\n", "\n    ");
}

function codeOf(control: string): string {
  return `\\x${control.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
