import { openAsBlob } from "node:fs";
import type { FileEntry, ZipReader } from "@zip.js/zip.js";

/** The location of an archive: a file, or bytes that are read when they are needed. */
export type Archive = { readonly path: string } | { readonly bytes: () => Promise<Uint8Array> };

/** A file in an archive. */
interface ArchiveEntry {
  /** With slashes. It is only a name: nothing is ever written to it. */
  readonly path: string;
  /** When it was last changed, in whole milliseconds since 1970; undefined if the archive does not say. */
  readonly changedAt: number | undefined;
  /** In bytes, as the archive says. */
  readonly size: number;
  bytes(): Promise<Uint8Array>;
}

/** The most files that the archive of one student, or of a class, may hold. */
const MOST_FILES = { student: 2_000, class: 2_000_000 };
/** The most bytes that one entry may unpack to. */
const MOST_BYTES = 8_000_000;

/**
 * The files in a ZIP archive, by its own list of contents.
 *
 * @throws Error whose message says what is wrong with it
 */
export async function archiveEntries(archive: Archive, whose: "student" | "class"): Promise<readonly ArchiveEntry[]> {
  const reader = await open(archive);
  const entries: ArchiveEntry[] = [];
  for await (const entry of reader.getEntriesGenerator()) {
    if (entry.directory) continue;
    if (entries.length === MOST_FILES[whose]) throw new Error(`it holds more than ${MOST_FILES[whose]} files`);
    const { lastModDate, uncompressedSize: size, encrypted } = entry;
    const changedAt = Number.isFinite(lastModDate.getTime()) ? Math.floor(lastModDate.getTime()) : undefined;
    const name = entry.filename.replaceAll("\\", "/");
    const bytes = async (): Promise<Uint8Array> => {
      if (encrypted) throw new Error("it is protected by a password");
      // An archive in a file is read through the open file. Among those in memory, only the latest stays open.
      return "path" in archive ? unfolded(entry) : unfolded(await entryNamed(archive, entry.filename));
    };
    entries.push({ path: name, changedAt, size, bytes });
  }
  return entries;
}

/** The library is loaded with the first archive: most commands read none. */
async function open(archive: Archive): Promise<ZipReader<unknown>> {
  const { BlobReader, Uint8ArrayReader, ZipReader, configure } = await import("@zip.js/zip.js");
  configure({ useWebWorkers: false });
  if ("path" in archive) return new ZipReader(new BlobReader(await openAsBlob(archive.path)));
  return new ZipReader(new Uint8ArrayReader(await archive.bytes()));
}

/** The archive in memory that was read last, with the first file of each name: a student's files are read one after the other. */
let latest: { readonly archive: Archive; readonly entries: Promise<ReadonlyMap<string, FileEntry>> } | undefined;

async function entryNamed(archive: Archive, name: string): Promise<FileEntry> {
  if (latest?.archive !== archive) latest = { archive, entries: filesByName(archive) };
  const entry = (await latest.entries).get(name);
  if (entry === undefined) throw new Error(`the archive has lost ${name}`);
  return entry;
}

async function filesByName(archive: Archive): Promise<ReadonlyMap<string, FileEntry>> {
  const files = new Map<string, FileEntry>();
  for await (const entry of (await open(archive)).getEntriesGenerator()) {
    if (!entry.directory && !files.has(entry.filename)) files.set(entry.filename, entry);
  }
  return files;
}

/** The bytes of an entry. Stops when there are too many, as zip.js does when there are more than the archive states. */
async function unfolded(entry: FileEntry): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await entry.getData(
    new WritableStream<Uint8Array>({
      write(chunk) {
        size += chunk.length;
        if (size > MOST_BYTES) throw new Error("it unpacks to more than 8 MB");
        chunks.push(chunk.slice());
      },
    }),
    { checkSignature: true },
  );
  return Buffer.concat(chunks);
}
