import { Document, LineCounter, isMap, isScalar, isSeq, parseDocument, type Scalar } from "yaml";
import { z } from "zod";
import { closestMatch } from "#sandbox/answer/closest-match.ts";
import { assignmentFields, publicFields, assignmentSchema, type Assignment } from "./assignment.ts";
import { InputError } from "./input-error.ts";

/** A file that is not a valid assignment: each problem starts with the file and the line. */
export class AssignmentInvalid extends InputError {
  override name = "AssignmentInvalid";
}

/** A problem of an assignment: the path of the field, and what is wrong with it. */
export interface AssignmentProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Reads an assignment from YAML.
 *
 * @param file the file's name, for the messages.
 * @throws AssignmentInvalid that gives the line of every problem.
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

/** The error for problems that were found after the file was read, each with its line in the text. */
export function invalidAssignment(text: string, file: string, problems: readonly AssignmentProblem[]): AssignmentInvalid {
  const lines = new LineCounter();
  return new AssignmentInvalid(located(parseDocument(text, { lineCounter: lines }), lines, file, problems));
}

type ParsedDocument = ReturnType<typeof parseDocument>;
type Issue = NonNullable<ReturnType<typeof assignmentSchema.safeParse>["error"]>["issues"][number];

function problemsOf(issue: Issue): AssignmentProblem[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownField(key) }));
}

function unknownField(key: string): string {
  const names = fieldNames();
  if (names.includes(key)) return "does not belong here";
  const meant = closestMatch(key, names);
  return `isn't a field of an assignment${meant ? `; did you mean ${meant}?` : ""}`;
}

function located(document: ParsedDocument, lines: LineCounter, file: string, problems: readonly AssignmentProblem[]): string[] {
  return problems.map(({ path, message }) => `${file}:${lineOf(document, path, lines)}: ${path.join(".") || "the file"}: ${message}`);
}

/** The line of the field at a path, or of the innermost enclosing field that the file has. */
function lineOf(document: ParsedDocument, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const start = startOf(document, path.slice(0, length));
    if (start !== undefined) return lines.linePos(start).line;
  }
  return 1;
}

/** The offset at which a field begins, its name included if it has one. */
function startOf(document: ParsedDocument, path: readonly PropertyKey[]): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const key = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))?.key : undefined;
  const node = isScalar(key) ? key : document.getIn(path, true);
  const range = typeof node === "object" && node !== null && "range" in node ? (node.range as [number] | null | undefined) : undefined;
  return range?.[0];
}

/**
 * The text of an assignment's YAML file, for people to read and edit: a comment above each field says what the field means, and
 * comments at the end list the fields that were left out. `readAssignment` gives the same assignment back.
 *
 * @param heading the comment at the top of the file, without "#".
 */
export function assignmentYaml(assignment: Assignment | Omit<Assignment, "secret">, heading: string): string {
  const document = new Document(withoutDefaults(assignment));
  document.commentBefore = asComment(heading);
  if (!isMap<Scalar<string>>(document.contents)) throw new Error("an assignment is a map");
  for (const { key, value } of document.contents.items) {
    describe(key);
    if (isMap(value)) value.flow = true;
    // Exercises of the instructor's own are long texts.
    if (isSeq(value) && key.value !== "own") for (const item of value.items) if (isMap(item)) item.flow = true;
  }
  document.comment = absentFields(assignment);
  return document.toString({ lineWidth: 0 });
}

function withoutDefaults({ exercises, ...fields }: Assignment | Omit<Assignment, "secret">): object {
  return {
    ...fields,
    exercises: exercises.map(({ hideChecks, ...exercise }) => ({ ...exercise, ...(hideChecks.length > 0 && { hideChecks }) })),
  };
}

function describe(key: Scalar<string>): void {
  key.commentBefore = asComment(descriptionOf(key.value));
  key.spaceBefore = true;
}

function absentFields(assignment: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(assignmentFields).filter((name) => name !== "secret" && assignment[name] === undefined);
  return names.map((name) => asComment(`${name}: ${descriptionOf(name)}`)).join("\n");
}

const descriptionOf = (name: string): string =>
  ({ ...publicFields, ...assignmentFields } as Readonly<Record<string, z.ZodType | undefined>>)[name]?.description ?? "";

const asComment = (text: string): string => text.replaceAll(/^(?=.)/gm, " ");

/** The JSON Schema of an assignment's file, for editors that complete and check YAML as it is typed. */
export function assignmentJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: "An assignment of Coalesce", ...z.toJSONSchema(assignmentSchema, { io: "input" }) };
}

/** The names of all fields that an assignment's file may have, at any depth. */
export function fieldNames(): string[] {
  const names = new Set<string>();
  JSON.stringify(z.toJSONSchema(assignmentSchema, { io: "input" }), (key, value: unknown) => {
    if (key === "properties") for (const name of Object.keys(value as object)) names.add(name);
    return value;
  });
  return [...names];
}
