import typescript from "@shikijs/langs/typescript";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { codeThemes } from "./code-themes.ts";

let highlighter: Promise<HighlighterCore> | undefined;

/** TypeScript with the syntax colours of the course, as the HTML of a `pre` whose colours are CSS variables, one for light and one for dark. */
export async function highlightTypeScript(code: string): Promise<string> {
  highlighter ??= createHighlighterCore({ themes: [light, dark], langs: [typescript], engine: createJavaScriptRegexEngine() });
  return (await highlighter).codeToHtml(code, { lang: "typescript", themes: codeThemes, defaultColor: false });
}
