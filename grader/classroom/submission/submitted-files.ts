import { createHash } from "node:crypto";
import { lstat, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { byCodeUnits, type SubmissionProblem } from "./submission.ts";

/** A file or folder among the submissions. */
export interface Found {
  /** Absolute. */
  readonly path: string;
  /** Relative to the folder that holds all given paths; for messages. */
  readonly origin: string;
}

export interface FoundFiles {
  /** Hand-in files (.json): each contains its student's id. */
  readonly handInFiles: readonly Found[];
  /** Files of one answer each (.ts). */
  readonly answerFiles: readonly Found[];
  /** Folders inside a given folder that hold neither a folder nor a hand-in file: each is one student's, even if nothing in it can be graded. */
  readonly studentFolders: readonly Found[];
  /** Absolute paths of given folders that hold the work of several students: folders, hand-in files, or answers that name their student. */
  readonly classFolders: ReadonlySet<string>;
  readonly problems: readonly SubmissionProblem[];
}

/** How many folders deep a given folder is searched. */
const MAX_DEPTH = 3;

/** Finds the files in the given files and folders. Links are not followed: one could lead anywhere on the instructor's machine. */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const given = [...new Set(paths.map((given) => path.resolve(given)))].sort(byCodeUnits);
  const search = new Search(await commonFolder(given));
  for (const absolute of given) await search.visit(absolute, 0);
  return search;
}

class Search implements FoundFiles {
  readonly handInFiles: Found[] = [];
  readonly answerFiles: Found[] = [];
  readonly studentFolders: Found[] = [];
  readonly classFolders = new Set<string>();
  readonly problems: SubmissionProblem[] = [];
  private readonly base: string;
  private readonly visited = new Set<string>();

  constructor(base: string) {
    this.base = base;
  }

  async visit(absolute: string, depth: number): Promise<void> {
    if (this.visited.has(absolute)) return;
    this.visited.add(absolute);
    const found = { path: absolute, origin: this.originOf(absolute) };
    try {
      const entry = await lstat(absolute);
      if (entry.isDirectory()) await this.visitFolder(found, depth);
      else if (entry.isSymbolicLink()) this.refuse(found, "is a link, and links are not followed: put the file itself here");
      else if (!entry.isFile()) this.refuse(found, "isn't an ordinary file, and wasn't read");
      else this.classify(found);
    } catch (error) {
      this.refuse(found, `cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`);
    }
  }

  private async visitFolder(folder: Found, depth: number): Promise<void> {
    if (depth > MAX_DEPTH)
      return this.refuse(folder, `lies deeper than ${MAX_DEPTH} folders, and was not searched: give it as a path of its own`);
    const entries = (await readdir(folder.path, { withFileTypes: true })).filter(({ name }) => !isHousekeeping(name));
    const holdsOthers = entries.some((entry) => entry.isDirectory() || entry.name.endsWith(".json"));
    if (depth === 0 && (holdsOthers || entries.some(({ name }) => namesStudent(name)))) this.classFolders.add(folder.path);
    if (depth > 0 && !holdsOthers) this.studentFolders.push(folder);
    if (entries.length === 0 && depth === 0) this.refuse(folder, "is empty: there is nothing to grade");
    for (const name of entries.map(({ name }) => name).sort(byCodeUnits)) await this.visit(path.join(folder.path, name), depth + 1);
  }

  private classify(file: Found): void {
    if (file.path.endsWith(".json")) this.handInFiles.push(file);
    else if (file.path.endsWith(".ts")) this.answerFiles.push(file);
    else this.refuse(file, "is neither a hand-in (.json) nor an answer (.ts), and was not graded");
  }

  private refuse({ origin }: Found, message: string): void {
    this.problems.push({ origin, message });
  }

  private originOf(absolute: string): string {
    return path.relative(this.base, absolute).replaceAll(path.sep, "/") || path.basename(absolute);
  }
}

/** `ada_row-walk.ts`: names of exercises have neither dots nor underscores. */
const namesStudent = (name: string): boolean => /[._].*\.ts$/.test(name);

/** Hidden files, and the folder that macOS adds to archives. */
const isHousekeeping = (name: string): boolean => name.startsWith(".") || name === "__MACOSX";

/** The innermost folder that holds all given paths; a single given folder is its own. */
async function commonFolder(given: readonly string[]): Promise<string> {
  const [first, ...others] = await Promise.all(
    given.map(async (absolute) => ((await isFolder(absolute)) ? absolute : path.dirname(absolute))),
  );
  let common = first ?? "";
  for (const folder of others) while (isOutside(folder, common)) common = path.dirname(common);
  return common;
}

const isOutside = (inner: string, outer: string): boolean => path.relative(outer, inner).split(path.sep)[0] === "..";

const isFolder = (absolute: string): Promise<boolean> =>
  lstat(absolute).then(
    (entry) => entry.isDirectory(),
    () => false,
  );

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file or folder";
  if (code === "EACCES") return "its permissions forbid it";
  return message;
}

/** The text of a file, or why it was not read. */
export type TextFile =
  | {
      readonly status: "read";
      readonly text: string;
      /** When the file was last changed, in whole milliseconds since 1970. */
      readonly changedAt: number;
      /** SHA-256 of its bytes. */
      readonly hash: string;
    }
  | { readonly status: "refused"; readonly message: string };

/** A thousand times the length of a hand-written answer. */
const MAX_BYTES = 1_000_000;

/** Reads a UTF-8 file of at most 1 MB. A byte order mark is left out. */
export async function readTextFile(file: string): Promise<TextFile> {
  try {
    const { size, mtimeMs } = await stat(file);
    if (size > MAX_BYTES) return refused(`is larger than 1 MB, and was not read: nobody writes that much`);
    if (size === 0) return refused("is empty");
    const bytes = await readFile(file);
    const text = decoded(bytes);
    if (text === undefined) return refused("is not UTF-8 text: save it again in that encoding");
    return { status: "read", text, changedAt: Math.floor(mtimeMs), hash: createHash("sha256").update(bytes).digest("hex") };
  } catch (error) {
    return refused(`cannot be read: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

const refused = (message: string): TextFile => ({ status: "refused", message });

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
