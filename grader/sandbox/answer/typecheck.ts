import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { compilerOptions } from "./compiler-options.ts";

/** A type error that the TypeScript compiler finds in an answer. The answer is judged all the same. */
interface TypeMistake {
  readonly line: number;
  readonly column: number;
  /** TypeScript's number for it: 2322 is "not assignable". */
  readonly code: number;
  readonly message: string;
}

/** The latest program: the next one has the same declarations of the language, and all that was worked out about these. */
let latest: ts.Program | undefined;

const libraryFolder = path.dirname(ts.getDefaultLibFilePath({}));
const libraryFiles = new Map<string, ts.SourceFile | undefined>();
const ambientText = readFileSync(fileURLToPath(new URL("./ambient.d.ts", import.meta.url)), "utf8");

const ANSWER = "/answer.ts";
const AMBIENT = "/ambient.d.ts";

/** The type errors of an answer, by the rules that the editor in the page applies as well. */
export function typecheck(source: string): TypeMistake[] {
  const options: ts.CompilerOptions = {
    ...compilerOptions,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    lib: compilerOptions.lib.map((name) => `lib.${name}.d.ts`),
    types: [],
    noEmit: true,
  };
  const program = ts.createProgram([ANSWER, AMBIENT], options, hostOf({ [ANSWER]: source, [AMBIENT]: ambientText }), latest);
  latest = program;
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(ANSWER)).map(({ file, start, code, messageText }) => {
    const place = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0, character: 0 };
    return {
      line: place.line + 1,
      column: place.character + 1,
      code,
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    };
  });
}

function hostOf(texts: Readonly<Record<string, string>>): ts.CompilerHost {
  const read = (file: string): string | undefined =>
    texts[file] ?? (file.startsWith(libraryFolder) && existsSync(file) ? readFileSync(file, "utf8") : undefined);
  const parse = (file: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined => {
    const text = read(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, version);
  };
  return {
    getSourceFile(file, version) {
      if (texts[file] !== undefined) return parse(file, version);
      if (!libraryFiles.has(file)) libraryFiles.set(file, parse(file, version));
      return libraryFiles.get(file);
    },
    getDefaultLibFileName: () => path.join(libraryFolder, "lib.es2022.d.ts"),
    getDefaultLibLocation: () => libraryFolder,
    writeFile: () => undefined,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    getNewLine: () => "\n",
    fileExists: (file) => read(file) !== undefined,
    readFile: read,
  };
}
