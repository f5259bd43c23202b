import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".xml": "application/xml",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** The Content-Type of a file with this name. */
export function contentType(name: string): string {
  return types[path.extname(name)] ?? "application/octet-stream";
}

/** A running server with its address. */
export interface Served {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves requests on a free port. */
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
