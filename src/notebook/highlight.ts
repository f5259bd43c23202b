import typescript from "@shikijs/langs/typescript";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { codeThemes } from "./code-themes.ts";
import { hangingIndents } from "./hanging-indent.ts";

/** The longest code that gets colours, in characters: those of longer code take seconds, in which the page does not respond. */
export const LONGEST_COLORED = 20_000;

let highlighter: Promise<HighlighterCore> | undefined;

/** TypeScript with the syntax colours of the course, as the HTML of a `pre` whose colours are CSS variables, one for light and one for dark. Very long code stays plain. */
export async function highlightTypeScript(code: string): Promise<string> {
  highlighter ??= createHighlighterCore({ themes: [light, dark], langs: [typescript], engine: createJavaScriptRegexEngine() });
  const lang = code.length > LONGEST_COLORED ? "text" : "typescript";
  return (await highlighter).codeToHtml(code, { lang, themes: codeThemes, defaultColor: false, transformers: [hangingIndents] });
}
