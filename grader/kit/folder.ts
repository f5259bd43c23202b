import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Exercise } from "#judge/exercise.ts";

/** The folder that holds all exercises, one folder each. */
export const exercisesRoot = fileURLToPath(new URL("../../exercises/", import.meta.url));

/** One exercise as it lies on disk. */
export interface ExerciseFolder {
  readonly exercise: Exercise;
  /** Content hash of all its files: the same folder, the same version. */
  readonly version: string;
  /** Text of every file, by its path inside the folder, "wrong/off-by-one.ts" say; sorted. */
  readonly files: ReadonlyMap<string, string>;
}

/** Ids of all exercises, sorted: the file system is the registry. */
export async function exerciseIds(root = exercisesRoot): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * Reads one exercise.
 *
 * @throws Error when there is no such folder or its exercise.ts cannot be loaded.
 */
export async function readExerciseFolder(id: string, root = exercisesRoot): Promise<ExerciseFolder> {
  const ids = await exerciseIds(root);
  if (!ids.includes(id)) throw new Error(`there is no exercise "${id}"; there are: ${ids.join(", ")}`);
  const folder = path.join(root, id);
  const files = await readFiles(folder);
  const module = (await import(pathToFileURL(path.join(folder, "exercise.ts")).href)) as { default: Exercise };
  return { exercise: module.default, version: contentHash(files), files };
}

/** The wrong answers of a folder, by file name without extension. */
export function wrongSources(files: ReadonlyMap<string, string>): Record<string, string> {
  const wrong = [...files].filter(([name]) => /^wrong\/[^/]+\.ts$/.test(name));
  return Object.fromEntries(wrong.map(([name, text]) => [path.basename(name, ".ts"), text]));
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
  for (const [name, text] of files) hash.update(`${name}\0${text.length}\0${text}\0`);
  return hash.digest("hex").slice(0, 16);
}
