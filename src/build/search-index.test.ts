import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFiles, wholeSearchIndex } from "./search-index.ts";

let site: string;
beforeAll(async () => {
  site = await mkdtemp(path.join(tmpdir(), "search-index-"));
  await mkdir(path.join(site, "pagefind", "fragment"), { recursive: true });
  await mkdir(path.join(site, "pagefind", "index"));
  await writeFile(path.join(site, "index.html"), "<html lang=en><body><h1>Sectors</h1><p>A warp touches sectors.</p></body></html>");
  await writeFile(path.join(site, "pagefind", "pagefind.js"), "");
  await writeFile(path.join(site, "pagefind", "fragment", "whole"), "x");
});
afterAll(() => rm(site, { recursive: true }));

test("files of the search that hold nothing are found, and written anew", async () => {
  expect(await emptyFiles(path.join(site, "pagefind"))).toEqual(["pagefind.js"]);
  const warned: string[] = [];
  const done = wholeSearchIndex().hooks["astro:build:done"] as unknown as (options: object) => Promise<void>;
  await done({ dir: pathToFileURL(`${site}/`), logger: { warn: (words: string) => warned.push(words) } });
  expect(warned).toEqual(["Pagefind left pagefind.js empty: its files are written once more."]);
  expect(await emptyFiles(path.join(site, "pagefind"))).toEqual([]);
  expect(await readFile(path.join(site, "pagefind", "pagefind.js"), "utf8")).toContain("export");
});
