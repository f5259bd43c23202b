import { existsSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const text = readFileSync(new URL("./Containerfile", import.meta.url), "utf8").replaceAll("\\\n", " ");
const lines = text.split("\n").map((line) => line.trim());
const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Record<
  "dependencies" | "devDependencies",
  Record<string, string>
>;

/** The paths that the last stage, which is the image itself, copies from the repository. */
const copied = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM"))).flatMap((line) => {
  const [, sources] = /^COPY (?!--from)(.+) \S+$/.exec(line) ?? [];
  return sources?.split(" ") ?? [];
});
const leftOut = [...text.matchAll(/ dependencies\.(\S+)/g)].map(([, name = ""]) => name);
/** Resolves the "imports" of package.json. */
const fromProject = createRequire(path.join(root, "package.json"));
const grading = importedFrom(["grader/cli/coalesce.mjs", "grader/sandbox/host/node-entry.ts", "exercises/straight-copy/exercise.ts"]);
/** The compiler is used for the type errors of a single answer; a class is graded without it. */
const ONE_ANSWER_ONLY = "typescript";

describe("the image", () => {
  it("is built from files that exist", () => {
    expect(copied.length).toBeGreaterThan(0);
    for (const source of copied) expect(existsSync(path.join(root, source)), source).toBe(true);
  });

  it("has every file that grading imports, at the same path", () => {
    const holds = (file: string): boolean => copied.some((source) => file === source || file.startsWith(`${source}/`));
    expect([...grading.files].filter((file) => !holds(file))).toEqual([]);
    for (const line of lines.filter((line) => line.startsWith("COPY grader/") || line.startsWith("COPY exercises"))) {
      const [, source = "", target] = line.split(" ");
      expect(target === source || target === `${path.posix.dirname(source)}/`, line).toBe(true);
    }
  });

  it("has the packages that grading imports, and no others", () => {
    const needed = [...grading.packages].filter((name) => name !== ONE_ANSWER_ONLY).sort();
    const kept = Object.keys(dependencies).filter((name) => !leftOut.includes(name));
    expect(kept.sort()).toEqual(needed);
    expect(leftOut.filter((name) => !(name in dependencies))).toEqual([]);
  });

  it("runs on the version of Node that the project is tested with", () => {
    const images = lines.filter((line) => line.startsWith("FROM ")).map((line) => line.split(" ")[1]);
    expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-slim`]));
  });

  it("is started by a user who cannot change it", () => {
    const user = lines.findLast((line) => line.startsWith("USER "));
    expect(user).toBe("USER node");
    expect(text).not.toMatch(/COPY --chown/);
    expect([...text.matchAll(/chown -R node:node (.+)/g)].map(([, what]) => what?.trim())).toEqual([".cache"]);
  });
});

/** Everything that some files import as they run, directly or not: files of the repository, and packages. Node drops imports of types. */
function importedFrom(start: readonly string[]): { files: ReadonlySet<string>; packages: ReadonlySet<string> } {
  const files = new Set(start);
  const packages = new Set<string>();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), "utf8");
    const running = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
    for (const { fileName } of ts.preProcessFile(running, true, true).importedFiles) {
      if (fileName.startsWith(".")) files.add(path.posix.join(path.posix.dirname(file), fileName));
      else if (fileName.startsWith("#")) files.add(path.relative(root, fromProject.resolve(fileName)).replaceAll(path.sep, "/"));
      else if (/^[@a-z]/.test(fileName) && !fileName.startsWith("node:")) packages.add(packageOf(fileName));
    }
  }
  return { files, packages };
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
