import { count } from "#pictures/format.ts";
import { transform } from "sucrase/dist/index.js";
import { AnswerRefused } from "./answer-error.ts";
import { orDoesNotParse, plainSource, sourcePosition, tokenize, type Token } from "./tokens.ts";

/** The longest source that is read, in characters: far longer than any answer, far shorter than what would slow down a page. */
export const MAX_SOURCE_CHARACTERS = 256 * 1024;

/**
 * Compiles a learner's module in TypeScript to the body of a JavaScript function that fills an object `exports`.
 * Types are removed, nothing else is rewritten, and each statement stays on its line.
 *
 * @throws AnswerRefused for a file that is too long, is not TypeScript, or imports other modules
 */
export function compile(source: string): string {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    throw new AnswerRefused({
      kind: "does-not-parse",
      message: `The file is too long: ${count(source.length)} characters; at most ${count(MAX_SOURCE_CHARACTERS)} are read.`,
    });
  }
  const tokens = tokenize(source);
  refuseForeignModules(source, tokens);
  const plain = plainSource(source, tokens);
  return orDoesNotParse(() => transform(plain, { transforms: ["typescript", "imports"], disableESTransforms: true })).code;
}

/**
 * An answer cannot import: it gets all that it needs as arguments. `import type` is allowed, since compiling removes it.
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
