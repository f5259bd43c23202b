import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { builtFiles } from "./built-site.ts";

/** Scripts larger than this are kept when they are first used: Monaco and its TypeScript service. */
const LARGEST_SHELL_SCRIPT_BYTES = 250_000;
/** The grader with all exercises is larger, and kept all the same. */
const GRADER_SCRIPT = /sandbox-worker/;

/** Writes the service worker that lets the course be read and graded without a network after the first visit. */
export function offline(): AstroIntegration {
  let base = "/";
  return {
    name: "offline",
    hooks: {
      "astro:config:done": ({ config }) => {
        base = config.base.replace(/\/?$/, "/");
      },
      "astro:build:done": async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const hash = createHash("sha256");
        const shell: string[] = [];
        for (const file of await builtFiles(root)) {
          const contents = await readFile(path.join(root, file));
          hash.update(`${file}\0`).update(contents);
          if (belongsToShell(file, contents.byteLength)) shell.push(base + file.replace(/index\.html$/, ""));
        }
        const template = await readFile(new URL("./service-worker.js", import.meta.url), "utf8");
        const head = `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 12))};\nconst SHELL = ${JSON.stringify(shell)};\n`;
        await writeFile(path.join(root, "sw.js"), head + template);
        logger.info(`${shell.length} files are kept for use without a network`);
      },
    },
  };
}

function belongsToShell(file: string, bytes: number): boolean {
  if (!file.endsWith(".js")) return /\.(html|css|woff2|svg)$/.test(file);
  return bytes < LARGEST_SHELL_SCRIPT_BYTES || GRADER_SCRIPT.test(file);
}
