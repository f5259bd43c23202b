import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";
import { frameDocument } from "#notebook/sandbox/frame-document.ts";
import { builtFiles } from "./built-site.ts";

/** Where a page may send requests: to its own site, or also to others, as the page of a cmi5 package must reach its LMS. */
export type Connections = "own-site" | "any-site";

/** An inline script; data such as JSON is no script. */
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*\stype="?application\/)[^>]*>(.*?)<\/script>/gs;
const CHARSET = /<meta charset="?utf-8"?\s*\/?>/i;

/**
 * A page with its Content-Security-Policy, which allows the site's own files, the inline scripts that the page was built with, and
 * nothing else that could run: an element that found its way into the page brings no script of its own.
 *
 * Strings may be compiled, because the sandbox's frame inherits its page's policy and compiles answers. Style attributes are allowed:
 * figures set widths and colours, and so does Monaco.
 *
 * @throws Error when the page does not say that it is UTF-8: the policy follows that, before anything that it applies to
 */
export function withPolicy(html: string, connections: Connections): string {
  const charset = CHARSET.exec(html)?.[0];
  if (charset === undefined) throw new Error('the page has no <meta charset="utf-8">, after which its policy belongs');
  const policy = {
    "default-src": ["'self'"],
    "script-src": ["'self'", "'unsafe-eval'", ...new Set([...scriptHashes(html), ...scriptHashes(frameDocument)])],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'", "data:"],
    "connect-src": connections === "own-site" ? ["'self'"] : ["'self'", "https:", "http:"],
    "worker-src": ["'self'", "blob:"],
    "frame-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
  };
  const content = Object.entries(policy).map(([directive, sources]) => `${directive} ${sources.join(" ")}`);
  return html.replace(charset, () => `${charset}<meta http-equiv="Content-Security-Policy" content="${content.join("; ")}">`);
}

function scriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
}

/** Writes its policy into every page. It comes after all that changes pages, and before what reads them. */
export function contentSecurityPolicy(connections: Connections): AstroIntegration {
  return {
    name: "content-security-policy",
    hooks: {
      "astro:build:done": async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const pages = (await builtFiles(root)).filter((file) => file.endsWith(".html"));
        for (const page of pages) {
          const file = path.join(root, page);
          await writeFile(file, withPolicy(await readFile(file, "utf8"), connections));
        }
        logger.info(`${pages.length} pages have a policy`);
      },
    },
  };
}
