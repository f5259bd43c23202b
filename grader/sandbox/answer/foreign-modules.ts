import { AnswerRefused } from "./answer-error.ts";
import { sourcePosition } from "./source-position.ts";
import type { Token } from "./tokens.ts";

/**
 * An answer stands alone: it gets all that it needs as arguments. `import type` is let through, since nothing is left of it.
 *
 * @throws AnswerRefused at the first import of another module, of whatever form
 */
export function refuseForeignModules(source: string, tokens: readonly Token[]): void {
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
