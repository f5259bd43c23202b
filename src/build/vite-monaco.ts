import type { Plugin } from "vite";
import { compilerOptions } from "#sandbox/answer/compiler-options.ts";

const MONACO = "monaco-editor/esm/vs";
/** Starts the workers of languages; it imports all features of Monaco, of which it needs none. */
const WORKERS = new RegExp(`${MONACO}/internal/common/workers\\.js$`);
/** The declarations of all libraries that TypeScript knows, the DOM's among them. */
const LIBRARIES = new RegExp(`${MONACO}/languages/features/typescript/lib/lib\\.js$`);
/** TypeScript with all that editors and build tools ask of it, in one function. */
const SERVICES = new RegExp(`${MONACO}/languages/features/typescript/lib/typescriptServices\\.js$`);

/** Leaves out of Monaco what the course's editor does not use: it belongs to the plugins of the site and of its workers. */
export function slimMonacoPlugin(): Plugin {
  return {
    name: "slim-monaco",
    transform: {
      filter: { id: [WORKERS, LIBRARIES, SERVICES] },
      async handler(code, id) {
        if (WORKERS.test(id)) return withoutFeatures(code);
        if (SERVICES.test(id)) return shakableServices(code);
        const { libFileMap } = (await import(id)) as { libFileMap: Libraries };
        return `export const libFileMap = ${JSON.stringify(neededLibraries(libFileMap))};`;
      },
    },
  };
}

function withoutFeatures(code: string): string {
  return replaced(code, /^import '[^']+';$/gm, () => "");
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
 * TypeScript's services as a module whose unused functions the bundler can leave out: its one large function is opened, and tables of
 * parts that nothing here asks for, code fixes and refactorings are marked as free of side effects.
 */
export function shakableServices(code: string): string {
  const opening = "((module2) => {\n";
  const [start, end] = [code.indexOf(opening), code.lastIndexOf("})({ get exports()")];
  const exported = ["createLanguageService", "ScriptKind"].map((name) => {
    const local = new RegExp(`^ {4}${name}: \\(\\) => (\\w+),?$`, "m").exec(code)?.[1];
    return local && `${local} as ${name}`;
  });
  if (start < 0 || end < 0 || exported.includes(undefined)) throw changed("typescriptServices.js");
  let body = code.slice(start + opening.length, end);
  body = replaced(body, /^ {2}__export\((\w+), \{/gm, (call, part) => (USED_PARTS.has(part) ? call : `/* @__PURE__ */ ${call.trim()}`));
  body = replaced(body, /^ {2}(?:registerCodeFix|registerRefactor)\(/gm, (call) => `/* @__PURE__ */ ${call.trim()}`);
  body = replaced(body, /^ {2}module2\.exports = .*$/m, () => "");
  return `var require = void 0;\n${body}\nexport const typescript = {};\nexport { ${exported.join(", ")} };\n`;
}

/** @throws Error if nothing was replaced: then Monaco has changed, and what it must do without has to be found anew */
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
