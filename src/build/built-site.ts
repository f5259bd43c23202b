import { readdir } from "node:fs/promises";
import path from "node:path";

/** Paths of all files below a folder, relative to it, with forward slashes; sorted. */
export async function builtFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
}
