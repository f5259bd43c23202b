import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { tokenize, type Token } from "#sandbox/answer/tokens.ts";

/** Thrown for an edit that cannot be applied. The message names the file and says what to do. */
export class EditRefused extends Error {
  override name = "EditRefused";
}

/** A complete answer that was made from a solution and an edit of it. */
export interface EditedAnswer {
  readonly source: string;
  /** Where a line of `source` comes from: the file, and the line in it, from 1. */
  readonly placeOf: (line: number) => { readonly file: string; readonly line: number };
}

/** One top-level declaration with the comments before it. */
interface Declaration {
  readonly name: string;
  readonly file: string;
  /** The first line of `text` in its file, from 1. */
  readonly line: number;
  /** The white space before it. */
  readonly before: string;
  /** Its comments and its code, without white space around them. */
  readonly text: string;
  /** Its tokens, separated by blanks: equal for two declarations that differ in comments and layout only. */
  readonly code: string;
}

/**
 * The source of a complete answer: the solution, in which each declaration of the edit replaces the one with the same name,
 * comments included. A declaration whose name the solution does not have goes before the next one that is replaced, or to the end.
 * Declarations are `const`, `let`, `function`, `type` and `interface` at top level, exported or not.
 *
 * @param file name of the edit, for messages
 * @throws EditRefused for an edit that does not parse, replaces nothing, or repeats a declaration of the solution
 */
export function applyEdit(solution: string, edit: string, file = "the edit"): string {
  return editedAnswer(solution, edit, file).source;
}

/** Like {@link applyEdit}, but also says where each line comes from. */
export function editedAnswer(solution: string, edit: string, file: string): EditedAnswer {
  const originals = declarationsOf(solution, "solution.ts");
  const edits = declarationsOf(edit, file);
  refuseUnchanged(originals, edits, file);
  const replaced = new Set(originals.map(({ name }) => name));
  /** Replacements of originals, by their names: new declarations, then the one of the same name. */
  const replacements = new Map<string, readonly Declaration[]>();
  let added: Declaration[] = [];
  for (const declaration of edits) {
    added.push(declaration);
    if (!replaced.has(declaration.name)) continue;
    replacements.set(declaration.name, added);
    added = [];
  }
  const pieces = originals.flatMap((original) => {
    const group = replacements.get(original.name) ?? [original];
    // The first of a group takes over the white space before the original.
    return group.map((piece, place) => (place === 0 ? { ...piece, before: original.before } : piece));
  });
  return joined([...pieces, ...added]);
}

function joined(pieces: readonly Declaration[]): EditedAnswer {
  let source = "";
  const starts: { readonly line: number; readonly piece: Declaration }[] = [];
  for (const piece of pieces) {
    source += piece.before;
    starts.push({ line: source.split("\n").length, piece });
    source += piece.text;
  }
  const placeOf = (line: number): { file: string; line: number } => {
    const start = starts.findLast((start) => start.line <= line);
    if (start === undefined) throw new RangeError(`line ${line} is before the first declaration`);
    return { file: start.piece.file, line: start.piece.line + line - start.line };
  };
  return { source: `${source}\n`, placeOf };
}

/** @throws EditRefused for an edit that changes nothing, wholly or in part */
function refuseUnchanged(originals: readonly Declaration[], edits: readonly Declaration[], file: string): void {
  const codes = new Map(originals.map(({ name, code }) => [name, code]));
  const replacing = edits.filter(({ name }) => codes.has(name));
  if (replacing.length === 0) {
    throw new EditRefused(
      `${file} replaces nothing: give a declaration the name of the one in solution.ts that it stands for (${[...codes.keys()].join(", ")})`,
    );
  }
  const repeats = replacing.filter(({ name, code }) => codes.get(name) === code).map(({ name }) => name);
  if (repeats.length === edits.length) throw new EditRefused(`${file} equals solution.ts: write the mistake into it, or drop it`);
  if (repeats.length > 0) {
    throw new EditRefused(`${file} repeats ${repeats.join(", ")} of solution.ts: remove it, and leave only what the mistake changes`);
  }
}

const keywords = new Set(["export", "const", "let", "async", "function", "type", "interface"]);

/**
 * The declarations of a text, in order. Every character belongs to one of them.
 *
 * @throws EditRefused for a text that holds anything else
 */
function declarationsOf(source: string, file: string): Declaration[] {
  const statements = statementsOf(tokensOf(source, file));
  const declarations: Declaration[] = [];
  let offset = 0;
  for (const [place, tokens] of statements.entries()) {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first === undefined || last === undefined) throw new Error("a statement has no token");
    const name = tokens.find(({ text }) => !keywords.has(text) && text !== "*")?.text ?? "";
    if (!keywords.has(first.text) || !/^[\p{ID_Start}$_]/u.test(name) || name === "default") {
      const line = source.slice(0, first.start).split("\n").length;
      throw new EditRefused(`${file}:${line} isn't a const, let, function, type or interface with a name: write it as one`);
    }
    if (declarations.some((other) => other.name === name)) throw new EditRefused(`${file} declares ${name} twice: keep one`);
    // The rest of the line belongs to the declaration, and all text after the last one.
    const sameLine = /^[ \t]*(?:\/\/[^\n]*|\/\*[^\n]*?\*\/[ \t]*(?=\n|$))/.exec(source.slice(last.end))?.[0] ?? "";
    const end = place === statements.length - 1 ? source.length : last.end + sameLine.length;
    const region = source.slice(offset, end);
    const before = /^\s*/.exec(region)?.[0] ?? "";
    declarations.push({
      name,
      file,
      line: source.slice(0, offset + before.length).split("\n").length,
      before,
      text: region.trim(),
      code: tokens.map(({ text }) => text).join(" "),
    });
    offset = end;
  }
  return declarations;
}

const closedBy = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["${", "}"],
  ["`", "`"],
]);

/** The tokens of each top-level statement. A statement ends with a semicolon, or with a brace before a keyword. */
function statementsOf(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [];
  /** The closing token of each bracket and template that is open. */
  const open: string[] = [];
  let previous = ";";
  for (const token of tokens) {
    const { text } = token;
    const isOutside = open.length === 0;
    if (isOutside && (previous === ";" || (previous === "}" && keywords.has(text)))) statements.push([]);
    statements.at(-1)?.push(token);
    const isTemplateText = open.at(-1) === "`" && text !== "${";
    if (text === open.at(-1)) open.pop();
    else if (closedBy.has(text) && !isTemplateText) open.push(closedBy.get(text) ?? "");
    previous = open.length === 0 ? text : "";
  }
  return statements;
}

function tokensOf(source: string, file: string): Token[] {
  try {
    return tokenize(source).filter(({ start, end }) => start < end);
  } catch (error) {
    if (!(error instanceof AnswerRefused)) throw error;
    const { line, column, message } = error.error;
    const place = line === undefined || column === undefined ? file : `${file}:${line}:${column}`;
    throw new EditRefused(`${place} cannot be read: ${message}`, { cause: error });
  }
}
