import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from "@zip.js/zip.js";

/** Where an LMS might put what it has unpacked. */
const CONTENT = "/lms/courses/42/content/";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".xml": "application/xml",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
};

/** A server with the address that it listens on. */
export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves requests on a port of its own. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>): Promise<Served> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An LMS that has unpacked a package and serves its files, and some of its own, as they are. */
export async function serveLms(zip: Uint8Array, own: ReadonlyMap<string, string>): Promise<Served & { readonly content: string }> {
  const files = new Map<string, Uint8Array | string>(own);
  for (const entry of await new ZipReader(new Uint8ArrayReader(zip)).getEntries()) {
    files.set(CONTENT + entry.filename, await (entry as FileEntry).getData(new Uint8ArrayWriter()));
  }
  const served = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://lms");
    const body = files.get(pathname);
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": types[path.extname(pathname)] ?? "application/octet-stream" });
    response.end(body);
  });
  return { ...served, content: `${served.origin}${CONTENT}` };
}
