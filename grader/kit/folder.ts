import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import type { Exercise } from "#judge/exercise.ts";
import { applyEdit } from "./answer-edit.ts";
import { capstonesRoot, exerciseModule } from "./installation.ts";
import { capstoneIds, exerciseRoots, exerciseIdsIn } from "./own-exercises.ts";

/** The kernel in CUDA C++, with holes for what the learner writes: a text to read, which no verdict depends on. */
export const KERNEL_FILE = "kernel.cu";

/** Why the solution is as it is, in two sentences: shown with it. */
export const EXPLANATION_FILE = "explanation.md";

/** A worked example of it that fades: see `fadedExample`. */
export const FADED_FILE = "faded.yaml";

/** Texts to read, which no verdict on an answer in TypeScript depends on. */
const TEXTS: readonly string[] = [KERNEL_FILE, EXPLANATION_FILE, FADED_FILE];

const wrongFile = /^wrong\/[^/]+\.(?:ts|cu)$/;

/** One exercise as it is on disk. */
export interface ExerciseFolder {
  readonly exercise: Exercise;
  /** Content hash of all files that a verdict depends on: all but the texts to read. */
  readonly version: string;
  /** Text of every file, by its path inside the folder (such as "wrong/off-by-one.ts"); sorted. */
  readonly files: ReadonlyMap<string, string>;
}

/** Ids of all exercises, sorted: the file system is the registry. Without a root, the instructor's own are among them. */
export async function exerciseIds(root?: string): Promise<string[]> {
  if (root === undefined) {
    const [course, ...own] = exerciseRoots();
    return [...(await exerciseIds(course)), ...own.flatMap(exerciseIdsIn)].sort();
  }
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Ids of all that can be assigned: exercises and capstones. Sorted. With a root, those of that folder. */
export async function assignableIds(root?: string): Promise<string[]> {
  return root === undefined ? [...(await exerciseIds()), ...capstoneIds()].sort() : exerciseIds(root);
}

/** The folder that an exercise's folder lies in. @throws Error if there is no such exercise */
export async function rootOf(id: string): Promise<string> {
  const [course = "", ...own] = exerciseRoots();
  if ((await exerciseIds(course)).includes(id)) return course;
  if (capstoneIds().includes(id)) return capstonesRoot;
  const root = own.find((folder) => exerciseIdsIn(folder).includes(id));
  if (root !== undefined) return root;
  throw noExercise(id, await assignableIds());
}

const noExercise = (id: string, ids: readonly string[]): Error => new Error(`there is no exercise "${id}"; there are: ${ids.join(", ")}`);

/**
 * Reads one exercise.
 *
 * @throws Error when there is no such folder or its exercise.ts cannot be loaded.
 */
export async function readExerciseFolder(id: string, given?: string): Promise<ExerciseFolder> {
  const root = given ?? (await rootOf(id));
  const ids = await exerciseIds(root);
  if (!ids.includes(id)) throw noExercise(id, ids);
  const files = await readFiles(path.join(root, id));
  const module = (await import(exerciseModule(root, id, "exercise"))) as { default: Exercise };
  return { exercise: module.default, version: contentHash(files), files };
}

/**
 * The wrong answers of a folder, by file name without extension. Each is complete: in TypeScript its file in `wrong/` is an edit of the solution.
 *
 * @throws EditRefused for a file that is not an edit of the solution
 */
export function wrongSources(files: ReadonlyMap<string, string>): Record<string, string> {
  const names = [...files.keys()].filter((name) => wrongFile.test(name));
  return Object.fromEntries(names.map((name) => [path.parse(name).name, answerSource(files, name)]));
}

/**
 * The complete source of one answer of a folder, such as "solution.ts" or "wrong/off-by-one.ts".
 *
 * @throws EditRefused for a wrong answer that is not an edit of the solution
 * @throws RangeError when there is no such file
 */
export function answerSource(files: ReadonlyMap<string, string>, name: string): string {
  return wrongFile.test(name) && name.endsWith(".ts")
    ? applyEdit(textOf(files, "solution.ts"), textOf(files, name), name)
    : textOf(files, name);
}

function textOf(files: ReadonlyMap<string, string>, name: string): string {
  const text = files.get(name);
  if (text === undefined) throw new RangeError(`there is no ${name}`);
  return text;
}

async function readFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const)));
}

function contentHash(files: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [name, text] of files) if (!TEXTS.includes(name)) hash.update(`${name}\0${text.length}\0${text}\0`);
  return hash.digest("hex").slice(0, 16);
}
