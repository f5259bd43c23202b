import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from "@zip.js/zip.js";
import { contentType, serve, type Served } from "../serve.ts";

/** The path under which the LMS serves the unpacked package. */
const CONTENT = "/lms/courses/42/content/";

/** Starts an LMS that serves the files of an unpacked package, and some files of its own. */
export async function serveLms(zip: Uint8Array, own: ReadonlyMap<string, string>): Promise<Served & { readonly content: string }> {
  const files = new Map<string, Uint8Array | string>(own);
  for (const entry of await new ZipReader(new Uint8ArrayReader(zip)).getEntries()) {
    files.set(CONTENT + entry.filename, await (entry as FileEntry).getData(new Uint8ArrayWriter()));
  }
  const served = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://lms");
    const body = files.get(pathname);
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": contentType(pathname) });
    response.end(body);
  });
  return { ...served, content: `${served.origin}${CONTENT}` };
}
