import { existsSync, readFileSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import sirv from "sirv";

/** Files that are worth compressing. */
export const TEXT = /\.(?:css|html|js|json|svg|ttf|txt|webmanifest|xml)$/;
/** Smaller files fit into one packet as they are. */
const SMALLEST_BYTES = 1024;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
};

/** The Content-Type of a file that is worth compressing. */
export const contentTypeOf = (file: string): string => CONTENT_TYPES[path.extname(file)] ?? "application/octet-stream";

/** Writes a copy compressed by Brotli and one by gzip beside each text of a folder, for the server to choose from. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name)).map((entry) => path.join(entry.parentPath, entry.name));
  const waiting = files.values();
  // zlib compresses in as many threads as libuv has: 4.
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const file of waiting) await compressFile(file);
    }),
  );
}

async function compressFile(file: string): Promise<void> {
  const contents = await readFile(file);
  if (contents.byteLength < SMALLEST_BYTES) return;
  // There are many pages, each seldom read twice; scripts and styles are what a reader waits for.
  const quality = file.endsWith(".html") ? 5 : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: contents.byteLength };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(contents, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(contents));
}

/** Browsers cache a file with a content hash in its name for good, and revalidate all others. */
function cacheControl(pathname: string): string {
  return pathname.startsWith("/_astro/") ? "public, max-age=31536000, immutable" : "no-cache";
}

/** The headers that the README names: policies that a page cannot set for itself. */
export function headersOf(pathname: string): Readonly<Record<string, string>> {
  return {
    "Cache-Control": cacheControl(pathname),
    // A sandboxed frame of another site gets scripts only from a host that allows every origin.
    "Access-Control-Allow-Origin": "*",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    ...(!pathname.startsWith("/embed/") && { "Content-Security-Policy": "frame-ancestors 'self'" }),
  };
}

/** A server of a built site, which answers as `siteListener` does. */
export function siteServer(folder: string, base = "/"): Server {
  return createServer(siteListener(folder, base));
}

/**
 * Answers requests for a built site below a base path ("/" or "/course/"), whose files it lists once: compressed if `compressFolder` has
 * run, with the site's own page for addresses that do not exist.
 *
 * @throws Error if the folder holds no built site
 */
export function siteListener(folder: string, base = "/"): RequestListener {
  const notFound = path.join(folder, "404.html");
  if (!existsSync(notFound)) throw new Error(`there is no built site in ${folder}: run npm run build`);
  const notFoundPage = readFileSync(notFound);
  const refuse = (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(404, { ...headersOf("/404.html"), "Content-Type": "text/html; charset=utf-8" }).end(notFoundPage);
  };
  const files = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: true,
    onNoMatch: refuse,
    setHeaders: (response, pathname) => void response.setHeaders(new Map(Object.entries(headersOf(pathname)))),
  });
  const prefix = base.replace(/\/*$/, "");
  return (request, response) => {
    const url = request.url ?? "/";
    const redirect = redirectOf(folder, prefix, url);
    if (redirect !== undefined) return void response.writeHead(302, { Location: redirect }).end();
    if (!url.startsWith(`${prefix}/`)) return refuse(request, response);
    request.url = url.slice(prefix.length);
    files(request, response);
  };
}

/** The site's first page for the address of the host alone; the address with a slash for that of a page without. */
function redirectOf(folder: string, prefix: string, url: string): string | undefined {
  const [pathname = "/", search] = url.split("?", 2);
  if (prefix !== "" && (pathname === "/" || pathname === prefix)) return `${prefix}/`;
  if (pathname.endsWith("/") || !pathname.startsWith(`${prefix}/`) || /[%\\]|\.\.|\/\//.test(pathname)) return undefined;
  if (!existsSync(path.join(folder, pathname.slice(prefix.length), "index.html"))) return undefined;
  return `${pathname}/${search === undefined ? "" : `?${search}`}`;
}

/** Starts a server; resolves once it listens. */
export function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}
