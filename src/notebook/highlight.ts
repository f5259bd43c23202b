import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { codeThemes } from "./code-themes.ts";
import { hangingIndents } from "./hanging-indent.ts";

/** The longest code that gets colours, in characters: those of longer code take seconds, in which the page does not respond. */
export const LONGEST_COLORED = 20_000;

/** The longest line that gets colours, in characters: the time for a line can grow with the square of its length. */
const LONGEST_COLORED_LINE = 1000;

/** Shiki's grammar of C knows all that kernels use, at a seventh of C++'s size. */
const grammars = {
  typescript: { name: "typescript", load: () => import("@shikijs/langs/typescript") },
  cuda: { name: "c", load: () => import("@shikijs/langs/c") },
} as const;

/** A language that learners write in. */
export type CodeLanguage = keyof typeof grammars;

const highlighters = new Map<CodeLanguage, Promise<HighlighterCore>>();

/**
 * Code with the syntax colours of the course, as the HTML of a `pre` whose colours are CSS variables, one for light and one for dark. Very
 * long code, and a very long line, stay plain.
 */
export async function highlightCode(code: string, language: CodeLanguage): Promise<string> {
  const { name, load } = grammars[language];
  const highlighter =
    highlighters.get(language) ?? createHighlighterCore({ themes: [light, dark], langs: [load], engine: createJavaScriptRegexEngine() });
  highlighters.set(language, highlighter);
  const lang = code.length > LONGEST_COLORED ? "text" : name;
  return (await highlighter).codeToHtml(code, {
    lang,
    themes: codeThemes,
    defaultColor: false,
    tokenizeMaxLineLength: LONGEST_COLORED_LINE,
    transformers: [hangingIndents],
  });
}

export function highlightTypeScript(code: string): Promise<string> {
  return highlightCode(code, "typescript");
}
