import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { byCodeUnits } from "./order.ts";
import type { SubmissionProblem } from "./submission.ts";

/** One file or folder among the submissions. */
export interface Found {
  /** Absolute. */
  readonly path: string;
  /** For messages: relative to the folder that holds all that was given. */
  readonly origin: string;
}

export interface FoundFiles {
  /** Files that say themselves whose they are. */
  readonly handInFiles: readonly Found[];
  /** Files of one answer each. */
  readonly answerFiles: readonly Found[];
  /** Folders inside of a given one that hold neither a folder nor a hand-in: a student's, even when nothing in them can be graded. */
  readonly studentFolders: readonly Found[];
  /** Absolute paths of given folders that hold the work of several: folders, hand-ins, or answers that name their student. */
  readonly classFolders: ReadonlySet<string>;
  readonly problems: readonly SubmissionProblem[];
}

const DEEPEST = 3;

/** Finds the files among what was given. Links are not followed: one could lead anywhere on the instructor's machine. */
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
      else if (!entry.isFile()) this.refuse(found, "is no ordinary file, and was not read");
      else this.sort(found);
    } catch (error) {
      this.refuse(found, `cannot be read: ${reasonOf(error as NodeJS.ErrnoException)}`);
    }
  }

  private async visitFolder(folder: Found, depth: number): Promise<void> {
    if (depth > DEEPEST)
      return this.refuse(folder, `lies deeper than ${DEEPEST} folders, and was not searched: give it as a path of its own`);
    const entries = (await readdir(folder.path, { withFileTypes: true })).filter(({ name }) => !isHousekeeping(name));
    const holdsOthers = entries.some((entry) => entry.isDirectory() || entry.name.endsWith(".json"));
    if (depth === 0 && (holdsOthers || entries.some(({ name }) => namesStudent(name)))) this.classFolders.add(folder.path);
    if (depth > 0 && !holdsOthers) this.studentFolders.push(folder);
    if (entries.length === 0 && depth === 0) this.refuse(folder, "is empty: there is nothing to grade");
    for (const name of entries.map(({ name }) => name).sort(byCodeUnits)) await this.visit(path.join(folder.path, name), depth + 1);
  }

  private sort(file: Found): void {
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

/** What file systems and archives leave behind beside the files. */
const isHousekeeping = (name: string): boolean => name.startsWith(".") || name === "__MACOSX";

/** The folder that holds all of the given: a folder that is given alone holds itself. */
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
