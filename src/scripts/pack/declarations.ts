import path from "node:path";
import ts from "typescript";
import { compilerOptions } from "#build/kit-reference.ts";
import { courseRoot } from "#kit/installation.ts";
import courseManifest from "../../../package.json" with { type: "json" };

const grader = path.join(courseRoot, "grader");
/** What exercises import: `#kit` and `#simulator`. */
const ENTRIES = ["kit/index", "simulator/index"];

/**
 * The declarations of what exercises import, for editors: of each module that `#kit` and `#simulator` need, by its path below the grader,
 * "kit/index.d.ts". They name each other by relative paths, because the grader's own names, such as `#judge`, are not in a package.
 */
export function kitDeclarations(): ReadonlyMap<string, string> {
  const roots = ENTRIES.map((entry) => path.join(grader, `${entry}.ts`));
  const options = { ...compilerOptions(), noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: grader, outDir: grader };
  const emitted = new Map<string, string>();
  ts.createProgram(roots, options).emit(undefined, (file, text) => {
    const name = path.relative(grader, file).replaceAll(path.sep, "/");
    emitted.set(name, withRelativeImports(name, text));
  });
  return reachable(emitted);
}

const IMPORT = /(?<=\bfrom |\bimport\()"([#.][^"]+)"/g;

/** A declaration file whose imports are relative paths that end with ".js", as every resolution of TypeScript takes them. */
function withRelativeImports(file: string, text: string): string {
  return text.replaceAll(IMPORT, (_, specifier: string) => {
    const target = specifier.startsWith("#") ? ownPath(specifier) : path.posix.join(path.posix.dirname(file), specifier);
    const relative = path.posix.relative(path.posix.dirname(file), target.replace(/\.ts$/, ".js"));
    return JSON.stringify(relative.startsWith(".") ? relative : `./${relative}`);
  });
}

/** The file below the grader that one of its own names means: `judge/exercise.ts` for `#judge/exercise.ts`. */
function ownPath(specifier: string): string {
  const imports: Readonly<Record<string, string>> = courseManifest.imports;
  const exact = imports[specifier];
  const [room = "", ...rest] = specifier.split("/");
  const target = exact ?? imports[`${room}/*`]?.replace("*", rest.join("/"));
  if (target === undefined) throw new Error(`package.json has no import ${specifier}`);
  return path.posix.relative("grader", path.posix.normalize(target));
}

/** The files that the entries need, directly or not. */
function reachable(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const reached = new Set(ENTRIES.map((entry) => `${entry}.d.ts`));
  for (const file of reached) {
    const text = files.get(file);
    if (text === undefined) throw new Error(`there are no declarations of ${file}`);
    for (const [, specifier = ""] of text.matchAll(IMPORT)) {
      reached.add(path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, ".d.ts"));
    }
  }
  return new Map([...reached].sort().map((file) => [file, files.get(file) ?? ""]));
}
