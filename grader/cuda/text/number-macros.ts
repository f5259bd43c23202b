import { tokenize } from "./token.ts";

/** The names of a text's macros that stand for a number, or for an expression in parentheses: `#define N 1024`, `#define BYTES (4 * N)`. */
export function numberMacros(text: string): string[] {
  const tokens = tokenize(text);
  return tokens.flatMap(({ kind, text: sign, startsLine }, at) => {
    if (kind !== "sign" || sign !== "#" || !startsLine) return [];
    const [directive, name, first] = tokens.slice(at + 1, at + 4);
    if (directive?.text !== "define" || directive.startsLine || name?.kind !== "name" || name.startsLine) return [];
    if (first === undefined || first.startsLine) return [];
    // Without a space before it, a parenthesis holds the parameters of a macro.
    return first.kind === "number" || (first.text === "(" && first.spaceBefore) ? [name.text] : [];
  });
}
