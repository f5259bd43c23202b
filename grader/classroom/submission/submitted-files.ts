import { lstatSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { InputError } from "../assignment/input-error.ts";
import { archiveEntries, type Archive } from "./archive.ts";
import { byCodeUnits, type SubmissionProblem } from "./submission.ts";

/** A file among the submissions, in a folder or in a ZIP archive. */
export interface HandedFile {
  /** Its path, relative to the folder that holds all given paths, with slashes; for messages. */
  readonly origin: string;
  /** The folders, and the archives, from the given path to the file: empty for a file directly in the given folder. */
  readonly folders: readonly string[];
  readonly name: string;
  /** The given path that it was found in. */
  readonly given: GivenPath;
  /** When it was last changed, in whole milliseconds since 1970. */
  readonly changedAt: number;
  /** In bytes, as the file system or the archive says. */
  readonly size: number;
  /** Its bytes. @throws Error whose message says why it cannot be read */
  bytes(): Promise<Uint8Array>;
}

/** A file or folder that the instructor named. */
interface GivenPath {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Whether the instructor named the file itself: its folder is then the first of `folders`. */
  readonly isFile: boolean;
}

/** The key of a folder below a given path: equal for the same folder only. */
export const folderKey = (given: GivenPath, folders: readonly string[]): string => [given.path, ...folders].join("\0");

/** A folder below a given one that holds neither a file nor a folder. */
export type EmptyFolder = Pick<HandedFile, "origin" | "folders" | "given">;

export interface FoundFiles {
  /** Sorted by origin. */
  readonly files: readonly HandedFile[];
  readonly emptyFolders: readonly EmptyFolder[];
  /** Archives that could not be opened, each with its file and the reason. */
  readonly broken: readonly { readonly file: HandedFile; readonly message: string }[];
  readonly problems: readonly SubmissionProblem[];
}

/** How many folders deep a given folder is searched. */
const MAX_DEPTH = 12;

/**
 * Finds the files in the given files, folders and ZIP archives. Links are not followed: one could lead anywhere on the instructor's
 * machine. An archive inside a student's archive is not opened.
 *
 * Folders and files are read synchronously, one after the other: through Node's thread pool, the many small files of a class take five
 * times the processor time.
 *
 * @throws InputError that names the given paths that do not exist: a mistyped one must not grade a class that handed in as empty
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const given = [...new Set(paths.map((given) => path.resolve(given)))].sort(byCodeUnits);
  const missing = paths.filter((given) => lstatSync(given, { throwIfNoEntry: false }) === undefined);
  if (missing.length > 0) throw new InputError(missing.map((given) => `${given}: there is no such file or folder`));
  const search = new Search(commonFolder(given));
  for (const absolute of given) await search.visitGiven(absolute);
  search.files.sort((a, b) => byCodeUnits(a.origin, b.origin));
  return search;
}

interface SearchPath {
  readonly given: GivenPath;
  readonly folders: readonly string[];
}

class Search implements FoundFiles {
  readonly files: HandedFile[] = [];
  readonly emptyFolders: EmptyFolder[] = [];
  readonly broken: { file: HandedFile; message: string }[] = [];
  readonly problems: SubmissionProblem[] = [];
  private readonly base: string;
  private readonly visited = new Set<string>();

  constructor(base: string) {
    this.base = base;
  }

  async visitGiven(absolute: string): Promise<void> {
    const isFile = !isFolder(absolute) && !isArchive(absolute);
    const given = { path: absolute, name: path.basename(absolute), isFile };
    await this.#visit(absolute, { given, folders: isFile ? [path.basename(path.dirname(absolute))] : [] });
  }

  async #visit(absolute: string, place: SearchPath): Promise<void> {
    if (this.visited.has(absolute)) return;
    this.visited.add(absolute);
    const origin = this.#originOf(absolute);
    try {
      const entry = lstatSync(absolute);
      if (entry.isDirectory()) await this.#visitFolder(absolute, place);
      else if (entry.isSymbolicLink()) this.#report(origin, "is a link, and links are not followed: put the file itself here");
      else if (!entry.isFile()) this.#report(origin, "isn't an ordinary file, and wasn't read");
      else {
        const { size, mtimeMs } = entry;
        const file = { ...place, origin, name: path.basename(absolute), changedAt: Math.floor(mtimeMs), size };
        await this.#add({ ...file, bytes: () => bytesOf(absolute) }, { path: absolute }, absolute === place.given.path);
      }
    } catch (error) {
      this.#report(origin, `cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`);
    }
  }

  async #visitFolder(folder: string, { given, folders }: SearchPath): Promise<void> {
    const origin = this.#originOf(folder);
    if (folders.length > MAX_DEPTH)
      return this.#report(origin, `lies deeper than ${MAX_DEPTH} folders, and was not searched: give it as a path of its own`);
    const names = readdirSync(folder)
      .filter((name) => !isHousekeeping(name))
      .sort(byCodeUnits);
    if (names.length === 0 && folder === given.path) this.#report(origin, "is empty: there is nothing to grade");
    if (names.length === 0 && folder !== given.path) this.emptyFolders.push({ origin, given, folders });
    for (const name of names) {
      const absolute = path.join(folder, name);
      await this.#visit(absolute, { given, folders: isFolder(absolute) ? [...folders, name] : folders });
    }
  }

  /** Adds a file, or the files of an archive. */
  async #add(file: HandedFile, archive: Archive, isClass = false, isInside = false): Promise<void> {
    if (!isArchive(file.name)) return void this.files.push(file);
    if (isInside) return void this.broken.push({ file, message: "is an archive inside an archive, and was not opened" });
    try {
      const folders = isClass ? [] : [...file.folders, file.name];
      const { given } = file;
      for (const entry of await archiveEntries(archive, isClass ? "class" : "student")) {
        const parts = entry.path.split("/");
        if (parts.some(isHousekeeping)) continue;
        const origin = isClass ? entry.path : `${file.origin}/${entry.path}`;
        const inner = { given, origin, folders: [...folders, ...parts.slice(0, -1)], name: parts.at(-1) ?? "" };
        const { changedAt, size, bytes } = entry;
        await this.#add({ ...inner, changedAt: changedAt ?? file.changedAt, size, bytes }, { bytes }, false, !isClass);
      }
    } catch (error) {
      this.broken.push({ file, message: `is an archive that cannot be read: ${(error as Error).message}` });
    }
  }

  #report(origin: string, message: string): void {
    this.problems.push({ origin, message });
  }

  #originOf(absolute: string): string {
    return path.relative(this.base, absolute).replaceAll(path.sep, "/") || path.basename(absolute);
  }
}

const isArchive = (name: string): boolean => /\.zip$/i.test(name);

/** Hidden files, files that macOS and Windows add, and folders of packages: no answer is in them. */
const isHousekeeping = (name: string): boolean => name.startsWith(".") || /^(__MACOSX|Thumbs\.db|desktop\.ini|node_modules)$/.test(name);

/** The innermost folder that holds all given paths; a single given folder is its own. */
function commonFolder(given: readonly string[]): string {
  const [first, ...others] = given.map((absolute) => (isFolder(absolute) ? absolute : path.dirname(absolute)));
  let common = first ?? "";
  for (const folder of others) while (isOutside(folder, common)) common = path.dirname(common);
  return common;
}

const isOutside = (inner: string, outer: string): boolean => path.relative(outer, inner).split(path.sep)[0] === "..";

function isFolder(absolute: string): boolean {
  try {
    return lstatSync(absolute).isDirectory();
  } catch {
    return false;
  }
}

const bytesOf = (absolute: string): Promise<Uint8Array> => new Promise((resolve) => resolve(readFileSync(absolute)));

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "EACCES") return "its permissions forbid it";
  return message;
}
