import { LineCounter, parseDocument, type Document } from "yaml";
import { assignmentSchema, type Assignment } from "./assignment.ts";

/** A file that is no assignment: every problem with its line. */
export class AssignmentInvalid extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "AssignmentInvalid";
    this.problems = problems;
  }
}

/**
 * Reads an assignment from YAML.
 *
 * @param file the file's name, for the messages.
 * @throws AssignmentInvalid that names the line of everything that is wrong.
 */
export function readAssignment(text: string, file: string): Assignment {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new AssignmentInvalid(document.errors.map(({ pos, message }) => `${file}:${lines.linePos(pos[0]).line}: ${message}`));
  }
  const result = assignmentSchema.safeParse(document.toJS());
  if (result.success) return result.data;
  throw new AssignmentInvalid(
    result.error.issues.map(({ path, message }) => `${file}:${lineOf(document, path, lines)}: ${path.join(".") || "the file"}: ${message}`),
  );
}

/** The line of the value at a path, or of the nearest value around it that the file has. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    const range = typeof node === "object" && node !== null && "range" in node ? (node.range as [number] | null) : null;
    if (range) return lines.linePos(range[0]).line;
  }
  return 1;
}
