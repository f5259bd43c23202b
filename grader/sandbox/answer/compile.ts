import { transform } from "sucrase/dist/index.js";
import { AnswerRefused } from "./answer-error.ts";
import { refuseForeignModules } from "./foreign-modules.ts";
import { plainSource } from "./plain-source.ts";
import { orDoesNotParse, tokenize } from "./tokens.ts";

/** The longest source that is read, in characters: far beyond any answer, far below what would hold up a page. */
export const MAX_SOURCE_CHARACTERS = 256 * 1024;

/**
 * From a learner's module in TypeScript to the body of a function in JavaScript that fills an object `exports`.
 * Types are removed, nothing else is rewritten, and each statement stays in its line.
 *
 * @throws AnswerRefused for a file that is too long, is no TypeScript, or wants other modules
 */
export function compile(source: string): string {
  if (source.length > MAX_SOURCE_CHARACTERS) {
    throw new AnswerRefused({
      kind: "does-not-parse",
      message: `The file is too long: ${source.length} characters; at most ${MAX_SOURCE_CHARACTERS} are read.`,
    });
  }
  const tokens = tokenize(source);
  refuseForeignModules(source, tokens);
  const plain = plainSource(source, tokens);
  return orDoesNotParse(() => transform(plain, { transforms: ["typescript", "imports"], disableESTransforms: true })).code;
}
