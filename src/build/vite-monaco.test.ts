import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { neededLibraries, shakableServices } from "./vite-monaco.ts";

const bundled = fileURLToPath(
  new URL("../../node_modules/monaco-editor/esm/vs/languages/features/typescript/lib/typescriptServices.js", import.meta.url),
);
const folder = mkdtempSync(path.join(tmpdir(), "slim-monaco-"));
afterAll(() => rmSync(folder, { recursive: true }));

const slim = path.join(folder, "services.mjs");
writeFileSync(slim, shakableServices(readFileSync(bundled, "utf8")));
const { createLanguageService } = (await import(pathToFileURL(slim).href)) as Pick<typeof ts, "createLanguageService">;

const libraryFolder = path.dirname(ts.getDefaultLibFilePath({}));
const libraries = neededLibraries(
  Object.fromEntries(
    ts.sys
      .readDirectory(libraryFolder, [".d.ts"], undefined, ["lib.*"], 1)
      .map((file) => [path.basename(file), readFileSync(file, "utf8")]),
  ),
);

/** A language service over one text, as the editor's worker hosts it. */
function serviceOver(text: string): ts.LanguageService {
  const files: Readonly<Record<string, string>> = { "answer.ts": text, ...libraries };
  return createLanguageService({
    getCompilationSettings: () => ({ strict: true, target: 99, lib: ["lib.es2022.d.ts"] }),
    getScriptFileNames: () => ["answer.ts"],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => (files[file] === undefined ? undefined : ts.ScriptSnapshot.fromString(files[file])),
    getCurrentDirectory: () => "",
    getDefaultLibFileName: () => "lib.es2022.d.ts",
    fileExists: (file) => file in files,
    readFile: (file) => files[file],
  });
}

test("what is left of TypeScript still checks, completes, and explains", () => {
  const text = "const thread = { x: 1 };\nconst half: string = Math.floor(thread.x / 2);\n";
  const service = serviceOver(text);
  expect(service.getSyntacticDiagnostics("answer.ts")).toEqual([]);
  expect(service.getSemanticDiagnostics("answer.ts").map(({ code }) => code)).toEqual([2322]);
  const afterDot = text.indexOf("thread.x") + "thread.".length;
  expect(service.getCompletionsAtPosition("answer.ts", afterDot, undefined)?.entries.map(({ name }) => name)).toEqual(["x"]);
  expect(service.getCompletionEntryDetails("answer.ts", afterDot, "x", undefined, undefined, undefined, undefined)?.kind).toBe("property");
  const floor = text.indexOf("floor");
  expect(ts.displayPartsToString(service.getQuickInfoAtPosition("answer.ts", floor)?.displayParts)).toBe(
    "(method) Math.floor(x: number): number",
  );
  expect(service.getSignatureHelpItems("answer.ts", floor + "floor(".length, undefined)?.items).toHaveLength(1);
});

test("only the libraries of answers are kept: no DOM", () => {
  expect(Object.keys(libraries)).toContain("lib.es2022.d.ts");
  expect(Object.keys(libraries)).toContain("lib.es5.d.ts");
  expect(Object.keys(libraries).filter((file) => /dom|webworker|scripthost/.test(file))).toEqual([]);
});

test("a Monaco that is built otherwise is refused", () => {
  expect(() => shakableServices("export {}")).toThrow("Monaco is not built as it was");
});
