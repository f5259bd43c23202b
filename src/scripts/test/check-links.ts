// Checks every internal link of the built site: the page must exist, and so must the anchor on it.
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { Parser } from "htmlparser2";

const dist = path.join(import.meta.dirname, "../../../dist");
const base = (process.env.BASE_PATH ?? "/").replace(/\/?$/, "/");

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly links: readonly string[];
}

const pages = new Map<string, Page>();
for (const file of globSync("**/*.html", { cwd: dist })) {
  const html = readFileSync(path.join(dist, file), "utf8");
  pages.set(base + file.replace(/(^|\/)index\.html$/, "$1"), pageOf(html));
}

/** Reads tag by tag: a tree of a page that has thousands of shapes takes five times as long. */
function pageOf(html: string): Page {
  const ids = new Set<string>();
  const links: string[] = [];
  const parser = new Parser({
    onopentag(name, { id, href }) {
      if (id !== undefined) ids.add(id);
      if (name === "a" && href !== undefined) links.push(href);
    },
  });
  parser.end(html);
  return { ids, links };
}

/** What is wrong with a link from a page; undefined if it works. */
function problem(from: string, href: string): string | undefined {
  const url = new URL(href, `http://site${from}`);
  if (url.host !== "site" || !url.protocol.startsWith("http")) return undefined;
  if (!url.pathname.startsWith(base)) return `leaves the site's base path ${base}`;
  const page = pages.get(url.pathname);
  if (!page) return existsSync(path.join(dist, decodeURI(url.pathname.slice(base.length)))) ? undefined : "leads to no page";
  const anchor = decodeURIComponent(url.hash.slice(1));
  // What a link carries to the page's script, such as a sketch or a kernel, is no place on the page.
  const isPlace = anchor !== "" && anchor !== "_top" && !/^(sketch|kernel)=/.test(anchor);
  return isPlace && !page.ids.has(anchor) ? `leads to a page without #${anchor}` : undefined;
}

/** Each broken link, with the pages that contain it. */
const broken = new Map<string, string[]>();
for (const [from, { links }] of pages) {
  for (const href of new Set(links)) {
    const why = problem(from, href);
    if (why !== undefined) broken.set(`${href} ${why}`, [...(broken.get(`${href} ${why}`) ?? []), from]);
  }
}
for (const [link, from] of broken) console.error(`${link}: on ${from[0]}${from.length > 1 ? ` and ${from.length - 1} more` : ""}`);
console.log(`${pages.size} pages, ${broken.size} broken links`);
process.exitCode = broken.size > 0 || pages.size === 0 ? 1 : 0;
