import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/** Marks a place of a new exercise that its author has to fill. */
export const BLANK = "FILL:";

/** Where blanks are left in a folder. */
export async function blankProblems(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const found = await Promise.all(files.sort().map((file) => blanksIn(folder, file)));
  return found.flat();
}

async function blanksIn(folder: string, file: string): Promise<string[]> {
  const name = path.relative(folder, file).replaceAll(path.sep, "/");
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, number) => {
    const blanks = line.split(BLANK).slice(1);
    return blanks.map((hint) => `${name}:${number + 1}: fill the blank "${BLANK}${hint.split('"')[0]}"`);
  });
}
