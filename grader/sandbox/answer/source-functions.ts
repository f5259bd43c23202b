import { tokenize, type Token } from "./tokens.ts";

/** A function that a file declares at its top: `function name(…) {…}`, or `const name = (…) => …`. */
export interface SourceFunction {
  readonly name: Token;
  /** The tokens between the brackets of its parameters. */
  readonly parameters: readonly Token[];
  /** Offset of the bracket that closes them. */
  readonly parametersEnd: number;
  /** The tokens after the parameters: the type of the result, an arrow, the body with its braces. */
  readonly body: readonly Token[];
}

const DECLARATIONS = new Set(["export", "function", "const", "let", "var", "type", "interface", "class", "import"]);

/** The functions at the top of a file, in their order. @throws AnswerRefused for a text that is not TypeScript */
export function sourceFunctions(source: string): SourceFunction[] {
  return declarations(tokenize(source).filter(({ text }) => text !== "")).flatMap((tokens) => functionOf(tokens) ?? []);
}

/**
 * The function that a file exports under a name, whatever it is called there: `export const read = element`, or
 * `export { element as read }`.
 */
export function exportedFunction(source: string, exported: string): SourceFunction | undefined {
  const functions = new Map(sourceFunctions(source).map((declared) => [declared.name.text, declared]));
  const aliases = new Map(declarations(tokenize(source).filter(({ text }) => text !== "")).flatMap(aliasesIn));
  const names = new Set([exported]);
  for (const name of names) {
    const declared = functions.get(name);
    if (declared !== undefined) return declared;
    const original = aliases.get(name);
    if (original !== undefined) names.add(original);
  }
  return undefined;
}

/** Second names that a declaration gives: of `export const read = element`, `read` for `element`. */
function aliasesIn(tokens: readonly Token[]): [string, string][] {
  const words = tokens.map(({ text }) => text).filter((text) => text !== ";");
  if (words[0] === "export" && words[1] === "{") {
    return words.flatMap((word, place): [string, string][] => (word === "as" ? [[words[place + 1] ?? "", words[place - 1] ?? ""]] : []));
  }
  const [name, equals, original, ...rest] = words.slice(words[0] === "export" ? 2 : 1);
  return name !== undefined && equals === "=" && original !== undefined && rest.length === 0 ? [[name, original]] : [];
}

/** The tokens of a file, cut where a declaration starts outside all brackets. */
function declarations(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    const previous = parts.at(-1)?.at(-1)?.text;
    if (depth === 0 && DECLARATIONS.has(token.text) && previous !== "export") parts.push([]);
    (parts.at(-1) ?? (parts[0] = [])).push(token);
    depth += nesting(token);
  }
  return parts;
}

/** 1 for an opening bracket, -1 for a closing one. */
export function nesting({ text }: Token): number {
  if (["(", "[", "{", "${"].includes(text)) return 1;
  return [")", "]", "}"].includes(text) ? -1 : 0;
}

function functionOf(tokens: readonly Token[]): SourceFunction | undefined {
  const keyword = tokens.findIndex(({ text }) => ["function", "const", "let", "var"].includes(text));
  const name = tokens[keyword + 1];
  if (keyword < 0 || keyword > 2 || name === undefined) return undefined;
  const from = tokens[keyword]?.text === "function" ? keyword + 2 : tokens.findIndex(({ text }) => text === "=") + 1;
  const open = tokens[from];
  if (open?.text === "(") {
    const close = closing(tokens, from);
    const end = tokens[close];
    return end && { name, parameters: tokens.slice(from + 1, close), parametersEnd: end.start, body: tokens.slice(close + 1) };
  }
  if (open === undefined || tokens[from + 1]?.text !== "=>") return undefined;
  return { name, parameters: [open], parametersEnd: open.end, body: tokens.slice(from + 1) };
}

/** Position of the bracket that closes the one at a position. */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let position = open; position < tokens.length; position++) {
    depth += nesting(tokens[position]!);
    if (depth === 0) return position;
  }
  return tokens.length;
}
