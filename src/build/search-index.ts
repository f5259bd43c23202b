import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { close, createIndex } from "pagefind";

/**
 * Sees to it that the search's index is whole. Starlight has Pagefind write it and then ends Pagefind's process, which now and then has not
 * yet filled a file that it has made: then the same files are asked for in memory, and written here.
 */
export function wholeSearchIndex(): AstroIntegration {
  return {
    name: "whole-search-index",
    hooks: {
      "astro:build:done": async ({ dir, logger }) => {
        const site = fileURLToPath(dir);
        const empty = await emptyFiles(path.join(site, "pagefind"));
        if (empty.length === 0) return;
        logger.warn(`Pagefind left ${empty.join(", ")} empty: its files are written once more.`);
        await writeIndex(site);
      },
    },
  };
}

/** The names of files in a folder that hold nothing. @throws Error when there is no such folder */
export async function emptyFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_, number) => sizes[number] === 0).map((file) => path.relative(folder, file));
}

/** Writes the search's index of a built site. @throws Error when Pagefind makes none */
async function writeIndex(site: string): Promise<void> {
  try {
    const { index, errors } = await createIndex();
    if (index === undefined) throw new Error(`Pagefind made no index: ${errors.join("; ")}`);
    const added = await index.addDirectory({ path: site });
    const made = await index.getFiles();
    const problems = [...added.errors, ...made.errors];
    if (problems.length > 0) throw new Error(`Pagefind made no index: ${problems.join("; ")}`);
    for (const { path: name, content } of made.files) await writeFile(path.join(site, "pagefind", name), content);
  } finally {
    await close();
  }
}
