import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { builtFiles } from "./built-site.ts";

/**
 * Takes Monaco's style sheet off the pages. Astro links the styles of every module that a page's script can reach, however
 * late; Vite's preload helper brings the same sheet again with the editor, so that nothing is lost.
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
          if (css.includes(".monaco-editor")) monacoSheets.add(path.posix.basename(file));
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
