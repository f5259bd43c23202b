import { LineCounter, isMap, isScalar, parseDocument, type Document } from "yaml";
import { closestMatch } from "#sandbox/answer/closest-match.ts";
import { assignmentSchema, type Assignment } from "./assignment.ts";
import { fieldNames } from "./json-schema.ts";

/** A file that is no assignment: every problem with its line. */
export class AssignmentInvalid extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "AssignmentInvalid";
    this.problems = problems;
  }
}

/** Something in an assignment that is not as it should be: the path of its field, and what is wrong with it. */
export interface AssignmentProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
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
  const result = assignmentSchema.safeParse(document.toJS(), {
    error: ({ code, input }) => (code === "invalid_type" && input === undefined ? "is missing" : undefined),
  });
  if (result.success) return result.data;
  throw new AssignmentInvalid(located(document, lines, file, result.error.issues.flatMap(problemsOf)));
}

/** Problems that were found in an assignment after it was read, with their lines in its text. */
export function invalidAssignment(text: string, file: string, problems: readonly AssignmentProblem[]): AssignmentInvalid {
  const lines = new LineCounter();
  return new AssignmentInvalid(located(parseDocument(text, { lineCounter: lines }), lines, file, problems));
}

type Issue = NonNullable<ReturnType<typeof assignmentSchema.safeParse>["error"]>["issues"][number];

function problemsOf(issue: Issue): AssignmentProblem[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: strangeField(key) }));
}

function strangeField(key: string): string {
  const names = fieldNames();
  if (names.includes(key)) return "does not belong here";
  const meant = closestMatch(key, names);
  return `is no field of an assignment${meant ? `; is ${meant} meant?` : ""}`;
}

function located(document: Document, lines: LineCounter, file: string, problems: readonly AssignmentProblem[]): string[] {
  return problems.map(({ path, message }) => `${file}:${lineOf(document, path, lines)}: ${path.join(".") || "the file"}: ${message}`);
}

/** The line of the field at a path, or of the nearest one around it that the file has. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const start = startOf(document, path.slice(0, length));
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

/** Where a field begins, with its name where it has one. */
function startOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const key = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))?.key : undefined;
  const node = isScalar(key) ? key : document.getIn(path, true);
  const range = typeof node === "object" && node !== null && "range" in node ? (node.range as [number] | null | undefined) : undefined;
  return range?.[0];
}
