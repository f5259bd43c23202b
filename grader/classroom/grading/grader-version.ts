import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { courseRoot, packedCourse } from "#kit/installation.ts";

const graderRoot = path.join(courseRoot, "grader");

/** The parts of the grader that a verdict, or its wording, may depend on. */
const JUDGING = [
  "simulator",
  "pictures/format.ts",
  "sandbox/answer",
  "sandbox/host/limits.ts",
  "sandbox/host/perform-job.ts",
  "judge",
  "kit",
  // Capstones are judged by the lab, and a budget of bytes by its caches.
  "cuda",
  "memory",
];

/** The libraries that a verdict, or its wording, may depend on: they compile and isolate answers, draw hidden cases and compare names. */
const LIBRARIES = ["acorn", "fastest-levenshtein", "pure-rand", "ses", "sucrase"];

let known: string | undefined;

/**
 * Content hash of the sources and libraries that judge answers; an installed package has the one of the sources that it was made from.
 * Stored verdicts of another version are not reused.
 */
export function graderVersion(): string {
  return (known ??= packedCourse?.grader ?? hashOfGrader(graderRoot, installedLibraries()));
}

/** The installed version of each library that judges. */
export function installedLibraries(): Map<string, string> {
  return new Map(LIBRARIES.map((name) => [name, installedVersion(name)]));
}

function installedVersion(library: string): string {
  const file = findPackageJSON(library, import.meta.url);
  if (file === undefined) throw new Error(`the library ${library} is not installed: run npm ci`);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** The version of the grader in a folder, with these versions of its libraries. */
export function hashOfGrader(root: string, libraries: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [name, version] of libraries) hash.update(`${name}@${version}\0`);
  for (const file of JUDGING.flatMap((name) => sourcesIn(name, root)).sort()) {
    const text = readFileSync(path.join(root, file), "utf8");
    hash.update(`${file.replaceAll(path.sep, "/")}\0${text.length}\0${text}\0`);
  }
  return hash.digest("hex").slice(0, 16);
}

function sourcesIn(name: string, root: string): string[] {
  if (name.endsWith(".ts")) return [name];
  const files = readdirSync(path.join(root, name), { recursive: true, encoding: "utf8" });
  return files.map((file) => path.join(name, file)).filter((file) => file.endsWith(".ts") && !isIrrelevant(file));
}

/** Tests, the author's gate and the translation of answers to CUDA: no verdict depends on them. */
function isIrrelevant(file: string): boolean {
  return file.endsWith(".test.ts") || /^kit[/\\](gate|cuda)[/\\]/.test(file);
}
