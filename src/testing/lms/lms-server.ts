import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, type FileEntry } from "@zip.js/zip.js";
import { contentType, serve, type Served } from "../serve.ts";

/** Where an LMS might put what it has unpacked. */
const CONTENT = "/lms/courses/42/content/";

/** An LMS that has unpacked a package and serves its files, and some of its own, as they are. */
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
