import { shikiToMonaco } from "@shikijs/monaco";
import typescript from "@shikijs/langs/typescript";
import dark from "@shikijs/themes/github-dark-high-contrast";
import light from "@shikijs/themes/github-light-high-contrast";
import * as monaco from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker.js?worker";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/typescript/register";
import * as ts from "monaco-editor/languages/features/typescript/register";
import TypeScriptWorker from "monaco-editor/languages/features/typescript/ts.worker.js?worker";
import { createHighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import ambient from "#sandbox/answer/ambient.d.ts?raw";
import { compilerOptions } from "#sandbox/answer/compiler-options.ts";
import { codeThemes } from "../code-themes.ts";

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === "typescript" || label === "javascript" ? new TypeScriptWorker() : new EditorWorker()),
};

ts.typescriptDefaults.setCompilerOptions({
  ...compilerOptions,
  lib: [...compilerOptions.lib],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  allowNonTsExtensions: true,
});
ts.typescriptDefaults.addExtraLib(ambient, "file:///ambient.d.ts");

/** The page's own ground behind the code, so that nothing flashes when the editor takes the place of the static code. */
const ground = { "editor.background": "#00000000", "editorGutter.background": "#00000000" };
const highlighter = await createHighlighterCore({
  themes: [
    { ...light, colors: { ...light.colors, ...ground } },
    { ...dark, colors: { ...dark.colors, ...ground } },
  ],
  langs: [typescript],
  engine: createJavaScriptRegexEngine(),
});
shikiToMonaco(highlighter, monaco as unknown as Parameters<typeof shikiToMonaco>[1]);

/** The editor follows the page between light and dark. */
function followPage(): void {
  monaco.editor.setTheme(document.documentElement.dataset["theme"] === "light" ? codeThemes.light : codeThemes.dark);
}
followPage();
new MutationObserver(followPage).observe(document.documentElement, { attributeFilter: ["data-theme"] });

export { followPage, monaco };
