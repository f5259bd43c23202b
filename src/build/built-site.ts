import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/** Paths of all files below a folder, relative to it, with forward slashes; sorted. */
export async function builtFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
}

/** What the course's own style sheets say and Monaco's do not. */
const ONLY_IN_OURS = "--font-text";

/**
 * Removes Monaco's style sheet from the pages. Astro links the styles of every module that a page's script can import, even
 * dynamically; Vite's preload helper loads the same sheet together with the editor, so nothing is lost.
 */
export function lazyMonacoCss(): AstroIntegration {
  return {
    name: "lazy-monaco-css",
    hooks: {
      "astro:build:done": async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const files = await builtFiles(root);
        const monacoSheets = new Set<string>();
        for (const file of files.filter((file) => file.endsWith(".css"))) {
          const css = await readFile(path.join(root, file), "utf8");
          if (!css.includes(".monaco-editor")) continue;
          if (css.includes(ONLY_IN_OURS))
            throw new Error(`${file} is a sheet of the course, and would be removed because it names .monaco-editor`);
          monacoSheets.add(path.posix.basename(file));
        }
        let removed = 0;
        for (const file of files.filter((file) => file.endsWith(".html"))) {
          const html = await readFile(path.join(root, file), "utf8");
          const slim = html.replace(/<link rel="stylesheet" href="[^"]*\/([^"/]+\.css)"[^>]*>/g, (link, name: string) => {
            if (!monacoSheets.has(name)) return link;
            removed++;
            return "";
          });
          if (slim !== html) await writeFile(path.join(root, file), slim);
        }
        logger.info(`${removed} links to Monaco's style sheet removed`);
      },
    },
  };
}

/** Opens the first key of each page: the pictures below it have the same key, folded. */
export function openFirstKey(): AstroIntegration {
  return {
    name: "open-first-key",
    hooks: {
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        for (const page of (await builtFiles(root)).filter((file) => file.endsWith(".html"))) {
          const file = path.join(root, page);
          const html = await readFile(file, "utf8");
          const opened = html.replace('<details class="key">', '<details class="key" open>');
          if (opened !== html) await writeFile(file, opened);
        }
      },
    },
  };
}

/** Larger scripts are not needed to read, write and grade: Monaco, its TypeScript service and the lab's engine. */
const LARGEST_SHELL_SCRIPT_BYTES = 400_000;
/** The grader with all exercises is larger, and is needed. */
const GRADER_SCRIPT = /virtual_sandbox-worker/;
/** Pagefind's own interfaces, which the course does not use. */
const UNUSED = /^pagefind\/pagefind-(component-ui|highlight|modular-ui|ui)\./;

/** Writes the service worker with which the course can be read and graded offline after the first visit. */
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
        const extras: string[] = [];
        for (const file of await builtFiles(root)) {
          const contents = await readFile(path.join(root, file));
          hash.update(`${file}\0`).update(contents);
          const address = base + file.replace(/index\.html$/, "");
          const use = useOffline(file, contents.byteLength);
          if (use !== undefined) (use === "shell" ? shell : extras).push(address);
        }
        const template = await readFile(new URL("./service-worker.js", import.meta.url), "utf8");
        const head = `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 12))};\nconst SHELL = ${JSON.stringify(shell)};\nconst EXTRAS = ${JSON.stringify(extras)};\n`;
        await writeFile(path.join(root, "sw.js"), head + template);
        logger.info(`${shell.length} files are cached for use offline, and ${extras.length} more where there is room`);
      },
    },
  };
}

/** What a file is for offline: the course needs it, or is better with it, or neither. */
export function useOffline(file: string, bytes: number): "shell" | "extra" | undefined {
  if (UNUSED.test(file)) return undefined;
  // The index of the search: its own files, whatever they are called.
  if (file.startsWith("pagefind/")) return "shell";
  if (file.endsWith(".ttf")) return "extra";
  if (!file.endsWith(".js")) return /\.(html|css|woff2|svg)$/.test(file) ? "shell" : undefined;
  return bytes < LARGEST_SHELL_SCRIPT_BYTES || GRADER_SCRIPT.test(file) ? "shell" : "extra";
}
