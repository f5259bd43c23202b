import { ALLOWED_GLOBALS } from "./allowed-globals.ts";
import { valueTokens, type Token } from "./tokens.ts";

/** Sucrase's numbers for what an identifier is there for; Sucrase exports them as types only. */
const ACCESS = 0;
const SHORTHAND = 8;
const DECLARATIONS = new Set([2, 3, 4, 5, 6, 7, 9]);

/** Names of the language, and those that every answer has. */
const KNOWN = new Set([...ALLOWED_GLOBALS, "console", "exports", "arguments", "eval"]);

/**
 * The names that a source uses and declares nowhere, in their order. Inside the sandbox such a name is undefined, where it would be an
 * error elsewhere. A name that is declared in any of the source's functions counts as declared in all.
 *
 * @throws AnswerRefused for a text that is not TypeScript
 */
export function undeclaredNames(source: string): Token[] {
  const tokens = valueTokens(source);
  const declared = new Set(tokens.filter(({ role }) => role !== null && DECLARATIONS.has(role)).map(({ text }) => text));
  return tokens.filter(
    ({ text, role }, position) =>
      (role === ACCESS || role === SHORTHAND) &&
      !declared.has(text) &&
      !KNOWN.has(text) &&
      tokens[position - 1]?.text !== "typeof" &&
      !isLabel(tokens, position),
  );
}

/** `outer:` before a loop. */
function isLabel(tokens: readonly Token[], position: number): boolean {
  return tokens[position + 1]?.text === ":" && ["for", "while", "do", "{"].includes(tokens[position + 2]?.text ?? "");
}
