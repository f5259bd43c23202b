import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { InputError } from "../assignment/input-error.ts";
import { LIVE_META } from "./room-address.ts";
import { TEXT, contentTypeOf, headersOf, siteListener } from "./static-server.ts";

/** The element in a page's head that marks a room; without it, no page asks for a room. */
const META = `<meta name="${LIVE_META}" content="on">`;

/** A room is not for use offline: its service worker lets everything through to the network, and replaces one that does not. */
const SERVICE_WORKER = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
`;

/** A text of the site, ready to be sent. */
interface Packed {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A built course as a room shows it: the same files, whose pages say that they are in a room. Texts are compressed once they are asked for. */
export class RoomSite {
  readonly folder: string;
  /** The path that the course was built for, with a slash at both ends. */
  readonly base: string;
  /** Texts by their paths below the base. Only files listed here, or by the site's own server, are served. */
  readonly #texts: ReadonlyMap<string, string>;
  readonly #packed = new Map<string, Promise<Packed>>();
  readonly #rest: RequestListener;

  /** @throws InputError if the folder holds no course that can be shown in a room */
  constructor(folder: string) {
    const projector = path.join(folder, "live/projector/index.html");
    if (!existsSync(path.join(folder, "404.html")) || !existsSync(path.join(folder, "lessons"))) throw new InputError(noCourse(folder));
    if (!existsSync(projector))
      throw new InputError(`the course in ${folder} was built before there were rooms: build it anew, npm run build`);
    this.folder = folder;
    this.base = /\b(?:href|src)="(\/(?:[^"]*?\/)?)_astro\//.exec(readFileSync(projector, "utf8"))?.[1] ?? "/";
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
    this.#texts = new Map(
      paths
        .filter((file) => TEXT.test(file) && (file.endsWith(".html") || !paths.includes(`${file}.gz`)))
        .map((file) => [file.replace(/(^|\/)index\.html$/, "$1"), path.join(folder, file)]),
    );
    this.#rest = siteListener(folder, this.base);
  }

  /** Answers a request for a file. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const pathname = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const below = pathname.startsWith(this.base) ? pathname.slice(this.base.length) : undefined;
    if (below === "sw.js") {
      response.writeHead(200, { ...headersOf("/sw.js"), "Content-Type": "text/javascript" }).end(SERVICE_WORKER);
      return;
    }
    // A file whose name begins with a dot is not part of the course.
    if (below !== undefined && /(^|\/)\./.test(below)) {
      response.writeHead(404).end();
      return;
    }
    const file = below === undefined ? undefined : this.#texts.get(below);
    if (below === undefined || file === undefined || !/\bgzip\b/.test(String(request.headers["accept-encoding"]))) {
      this.#answerOther(request, response, file);
      return;
    }
    void this.#send(request, response, { file, below });
  }

  /** Answers with a file that needs no compression, or cannot have it; pages always have the element of a room. */
  #answerOther(request: IncomingMessage, response: ServerResponse, file: string | undefined): void {
    if (file?.endsWith(".html")) {
      void readFile(file, "utf8").then(
        (html) => response.writeHead(200, { ...headersOf("/"), "Content-Type": "text/html; charset=utf-8" }).end(inRoom(html)),
        () => response.writeHead(404).end(),
      );
      return;
    }
    this.#rest(request, response);
  }

  async #send(
    { headers, method }: IncomingMessage,
    response: ServerResponse,
    { file, below }: { readonly file: string; readonly below: string },
  ): Promise<void> {
    try {
      const packing = this.#packed.get(file) ?? packed(file);
      this.#packed.set(file, packing);
      const { bytes, etag } = await packing;
      response.setHeaders(new Map(Object.entries({ ...headersOf(`/${below}`), ETag: etag, "Content-Type": contentTypeOf(file) })));
      response.setHeader("Vary", "Accept-Encoding");
      if (headers["if-none-match"] === etag) return void response.writeHead(304).end();
      response.writeHead(200, { "Content-Encoding": "gzip", "Content-Length": bytes.byteLength });
      response.end(method === "HEAD" ? undefined : bytes);
    } catch {
      // The file is gone: the course is being rebuilt.
      this.#packed.delete(file);
      response.writeHead(404).end();
    }
  }
}

async function packed(file: string): Promise<Packed> {
  const contents = await readFile(file);
  const text = file.endsWith(".html") ? Buffer.from(inRoom(contents.toString())) : contents;
  return { bytes: await promisify(gzip)(text, { level: 6 }), etag: `"${hash("sha256", text, "base64url").slice(0, 22)}"` };
}

const inRoom = (html: string): string => html.replace("</head>", () => `${META}</head>`);

/** Where a course to show comes from. */
const noCourse = (folder: string): string =>
  `there is no built course in ${folder}: in a clone of the project, npm run build makes one in dist/; the installed command has none, so give it the dist/ of a clone with --site <folder>`;
