import { count } from "#pictures/format.ts";
import { transform } from "sucrase/dist/index.js";
import { AnswerRefused } from "./answer-error.ts";
import { withoutExports, type FunctionBody } from "./module-exports.ts";
import { orDoesNotParse, plainSource, sourcePosition, tokenize, type Token } from "./tokens.ts";

/** The longest source that is read, in characters: far longer than any answer, far shorter than one that would slow down a page. */
export const MAX_SOURCE_CHARACTERS = 256 * 1024;

/**
 * Compiles a learner's module in TypeScript to the body of a JavaScript function. Types are removed, and exports become calls of a
 * function; nothing else is rewritten, and each statement stays on its line.
 *
 * @throws AnswerRefused for a file that is too long, is not TypeScript, or uses a feature that is not available here: other modules,
 * namespaces, decorators
 */
export function compile(source: string): FunctionBody {
  const module = javaScriptOf(source);
  return orDoesNotParse(() => withoutExports(module), { isLineOnly: true });
}

/**
 * A learner's module in TypeScript as one in JavaScript, each statement on its line.
 *
 * @throws AnswerRefused as `compile` does
 */
export function javaScriptOf(source: string): string {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    throw new AnswerRefused({
      kind: "does-not-parse",
      message: `The file is too long: ${count(source.length)} characters; at most ${count(MAX_SOURCE_CHARACTERS)} are read.`,
    });
  }
  const tokens = tokenize(source);
  refuseForeignModules(source, tokens);
  refuseUntranslated(source, tokens);
  const plain = plainSource(source, tokens);
  return orDoesNotParse(() => transform(plain, { transforms: ["typescript"], disableESTransforms: true })).code;
}

/** Parts of TypeScript that are more than types, and that are not translated here; each with a substitute. */
const UNTRANSLATED: readonly { readonly isAt: (neighbours: Neighbours) => boolean; readonly message: string }[] = [
  {
    isAt: ({ text, previous, next, second }) =>
      /^(?:namespace|module)$/.test(text) && /^[\w$]/.test(next) && /^[{.]$/.test(second) && previous !== "declare" && previous !== ".",
    message: "There are no namespaces here: write `const name = { … }`, or put its functions at the top of the file.",
  },
  {
    isAt: ({ text }) => text === "@",
    message: "There are no decorators here: call the function that decorates, as in `const read = decorate(plainRead)`.",
  },
  {
    isAt: ({ text, previous, next }) =>
      text === "accessor" && /^[\w$#"'[]/.test(next) && /^(?:[{};]|static|public|private|protected|override|readonly)$/.test(previous),
    message: "There are no accessor fields here: write a plain field, or `get` and `set`.",
  },
  {
    isAt: ({ text, next }) => text === "export" && next === "=",
    message: "There is no `export =` here: write `export` before each function or constant that is asked for.",
  },
  {
    // At the start of a statement: a variable or a property of that name may be read.
    isAt: ({ text, previous, next, second }) =>
      text === "module" && next === "." && second === "exports" && /^(?:|;|\}|\))$/.test(previous),
    message: "There is no `module.exports` here: write `export` before each function or constant that is asked for.",
  },
];

/** A token with its neighbours; empty where there is none. */
interface Neighbours {
  readonly text: string;
  readonly previous: string;
  readonly next: string;
  readonly second: string;
}

/** @throws AnswerRefused at the first part that would be dropped silently, or that no engine runs */
function refuseUntranslated(source: string, tokens: readonly Token[]): void {
  const textAt = (position: number): string => tokens[position]?.text ?? "";
  tokens.forEach(({ text, start }, at) => {
    const neighbours = { text, previous: textAt(at - 1), next: textAt(at + 1), second: textAt(at + 2) };
    const found = UNTRANSLATED.find(({ isAt }) => isAt(neighbours));
    if (found) throw new AnswerRefused({ kind: "does-not-parse", message: found.message, ...sourcePosition(source, start) });
  });
}

/**
 * An answer cannot import: its arguments hold all that it needs. `import type` is allowed, since compiling removes it.
 *
 * @throws AnswerRefused at the first import of another module, of whatever form
 */
function refuseForeignModules(source: string, tokens: readonly Token[]): void {
  let inTypeImport = false;
  tokens.forEach(({ text, start }, position) => {
    const previous = tokens[position - 1]?.text;
    const next = tokens[position + 1]?.text ?? "";
    if (text === "import" && previous !== ".") {
      inTypeImport = next === "type" && tokens[position + 2]?.text !== "from";
      if (!inTypeImport && /^["'`({*.\w$]/.test(next)) throw refused(source, start, "import");
    } else if (text === "from" && /^["']/.test(next)) {
      if (!inTypeImport) throw refused(source, start, "export … from");
      inTypeImport = false;
    }
  });
}

function refused(source: string, offset: number, what: string): AnswerRefused {
  const { line, column } = sourcePosition(source, offset);
  return new AnswerRefused({
    kind: "does-not-parse",
    message: `There is no \`${what}\` here: an answer stands alone, and everything that it needs is in its functions' arguments.`,
    line,
    column,
  });
}
