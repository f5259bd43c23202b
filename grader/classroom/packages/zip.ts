import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";

/** Where the time of a ZIP archive begins. Read as local time everywhere: the archive has no time zone. */
const EPOCH = new Date(1980, 0, 1);

/** An archive of files by path. The same files give the same bytes: sorted by name, without times. */
export async function zipped(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: EPOCH,
    extendedTimestamp: false,
    useWebWorkers: false,
    // The host's own deflate differs between versions of the host.
    useCompressionStream: false,
  });
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) await zip.add(name, new Uint8ArrayReader(bytes));
  return zip.close();
}
