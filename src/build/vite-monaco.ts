import type { Plugin } from "vite";
import { compilerOptions } from "#sandbox/answer/compiler-options.ts";

const SERVICES = "languages/features/typescript/lib/typescriptServices.js";
const LIBRARIES = "languages/features/typescript/lib/lib.js";
const WORKERS = "internal/common/workers.js";

/** Modules of Monaco that others import for features that the course's editor does not have, with what takes their place. */
const absent: Readonly<Record<string, string>> = {
  "editor/browser/widget/multiDiffEditor/multiDiffEditorWidget.js": "export class MultiDiffEditorWidget {}",
  "editor/contrib/gotoSymbol/browser/link/goToDefinitionAtPosition.js":
    "export const GotoDefinitionAtPositionEditorContribution = { get: () => null };",
  "editor/contrib/inlineCompletions/browser/hintsWidget/inlineCompletionsHintsWidget.js":
    "export const InlineSuggestionHintsContentWidget = { dropDownVisible: false };",
  "editor/standalone/browser/quickInput/standaloneQuickInputService.js": "export class StandaloneQuickInputService {}",
};

/** The path of a module inside Monaco; undefined for all others. */
function monacoPath(id: string): string | undefined {
  return /\/monaco-editor\/esm\/vs\/(.+\.js)$/.exec(id)?.[1];
}

/**
 * Leaves out of Monaco what the course's editor does not use: it belongs to the plugins of the site and of its workers. The version of
 * Monaco is fixed; one that is built otherwise is refused.
 */
export function slimMonacoPlugin(): Plugin {
  return {
    name: "slim-monaco",
    transform: {
      filter: { id: /\/monaco-editor\/esm\/vs\// },
      async handler(code, id) {
        const path = monacoPath(id) ?? "";
        switch (path) {
          case WORKERS:
            // It starts the workers of languages, and imports all features of Monaco, of which it needs none.
            return replaced(code, /^import '[^']+';$/gm, () => "");
          case SERVICES:
            return shakableServices(code);
          case LIBRARIES: {
            const { libFileMap } = (await import(id)) as { libFileMap: Libraries };
            return `export const libFileMap = ${JSON.stringify(neededLibraries(libFileMap))};`;
          }
          default:
            return absent[path];
        }
      },
    },
  };
}

/** The parts of TypeScript that completions, hovers, signatures and diagnostics are made of. */
const USED_PARTS = new Set([
  "ts_performance_exports",
  "ts_moduleSpecifiers_exports",
  "ts_Completions_exports",
  "ts_Completions_StringCompletions_exports",
  "ts_SignatureHelp_exports",
  "ts_SymbolDisplay_exports",
  "ts_JsDoc_exports",
  "ts_formatting_exports",
  "ts_textChanges_exports",
]);

/**
 * TypeScript's services as a module whose unused functions the bundler can leave out: its one large function is opened; the server of
 * desktop editors, and what writes JavaScript, are cut; tables of parts that nothing here asks for, code fixes and refactorings are
 * marked as free of side effects.
 */
export function shakableServices(code: string): string {
  const exported = ["createLanguageService", "ScriptKind"].map((name) => `${localName(code, name)} as ${name}`);
  let body = between(code, "((module2) => {\n", "  var ts_server_exports3 = {};");
  for (const name of ["emitFiles", "getTransformers"]) {
    body = replaced(body, new RegExp(`^ {2}function ${name}\\(`, "m"), (head) => `${head}) { throw new Error("no emit"); }\n${head}`);
    body = replaced(body, new RegExp(`^ {2}function ${name}\\((?!\\))`, "m"), () => `  function unused_${name}(`);
  }
  body = replaced(body, /^ {2}__export\((\w+), \{/gm, (call, part) => (USED_PARTS.has(part) ? call : `/* @__PURE__ */ ${call}`));
  body = replaced(body, /^ {2}(?:registerCodeFix|registerRefactor)\(/gm, (call) => `/* @__PURE__ */ ${call}`);
  body = replaced(body, /^ {2}module2\.exports = .*$/m, () => "");
  return `var require = void 0;\n${body}\nexport const typescript = {};\nexport { ${exported.join(", ")} };\n`;
}

/** The name inside TypeScript's function of what it exports under this name. */
function localName(code: string, name: string): string {
  const local = new RegExp(`^ {4}${name}: \\(\\) => (\\w+),?$`, "m").exec(code)?.[1];
  if (local === undefined) throw changed(name);
  return local;
}

function between(code: string, from: string, to: string): string {
  const start = code.indexOf(from);
  const end = code.indexOf(to);
  if (start < 0 || end < start) throw changed(from);
  return code.slice(start + from.length, end);
}

/** @throws Error if nothing was replaced */
function replaced(code: string, pattern: RegExp, replacement: (match: string, group: string) => string): string {
  const result = code.replace(pattern, replacement);
  if (result === code) throw changed(String(pattern));
  return result;
}

function changed(what: string): Error {
  return new Error(`Monaco is not built as it was (${what}): src/build/vite-monaco.ts leaves out parts of it, and must follow`);
}

/** Texts of declaration files by name: "lib.es2022.d.ts". */
type Libraries = Readonly<Record<string, string>>;

/** The libraries that answers are checked with, and those that these refer to. */
export function neededLibraries(all: Libraries): Libraries {
  const needed: Record<string, string> = {};
  const add = (library: string): void => {
    const file = `lib.${library}.d.ts`;
    const text = all[file];
    if (text === undefined) throw new Error(`Monaco's TypeScript has no library "${library}"`);
    if (needed[file] !== undefined) return;
    needed[file] = text;
    for (const [, reference = ""] of text.matchAll(/<reference lib="([^"]+)" \/>/g)) add(reference);
  };
  for (const library of compilerOptions.lib) add(library);
  return needed;
}
