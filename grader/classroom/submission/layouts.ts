import path from "node:path";
import { folderKey, type EmptyFolder, type HandedFile } from "./submitted-files.ts";

/** The systems whose downloads are known by name, and two ways of sorting by hand. */
export const LAYOUT_NAMES = ["canvas", "moodle", "gradescope", "github-classroom", "nbgrader", "folders", "sections"] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** The name of each layout in messages. */
export const LAYOUT_TITLES: Readonly<Record<LayoutName, string>> = {
  canvas: "Canvas (names of files)",
  moodle: "Moodle (folders or names of files)",
  gradescope: "Gradescope (an export with its submission_metadata.yml)",
  "github-classroom": "GitHub Classroom or Classroom 50 (one repository per student)",
  nbgrader: "nbgrader (submitted/<student>/<assignment>)",
  folders: "folders, one per student",
  sections: "folders of sections, with a folder per student in each",
};

/** The person whom the layout names, before it is looked up on the roster. */
export interface Owner {
  /** The system's name for the person. */
  readonly id: string;
  /** Empty if the layout gives no name. */
  readonly name: string;
  /** Whether the id is a number that the system alone knows, unlike the school's id of a student. */
  readonly isNumber?: boolean;
}

/** The owner and the hand-in of a file, as its layout tells them. */
export interface Attribution {
  /** Empty for a file whose owner only the file itself tells; several for the hand-in of a group. */
  readonly owners: readonly Owner[];
  /** The hand-in that the file is part of: equal for the files of one hand-in of one owner. */
  readonly handIn: string;
  /** The file's name as the student gave it. */
  readonly name: string;
  /** How many folders below the owner's it lies. */
  readonly depth: number;
  /** Whether the file's own name tells the owner, rather than its folder. */
  readonly isNamedByFile?: boolean;
  /** Whether the system says that the hand-in is late, without saying how late. */
  readonly isLate?: boolean;
}

/** Facts about a class, besides the names of its files, that layouts use. */
export interface LayoutFacts {
  readonly assignment: string;
  /** Folders of Gradescope's export, by `folderKey`, with those who handed in. */
  readonly submitters: ReadonlyMap<string, readonly Owner[]>;
  /** Whether a folder's name is that of a section on the roster. */
  readonly isSection: (name: string) => boolean;
  /** Absolute paths of given folders that hold the work of several students. */
  readonly classFolders: ReadonlySet<string>;
}

type Located = Pick<HandedFile, "folders" | "name" | "given">;
type Attributing = (file: Located, facts: LayoutFacts) => Attribution | undefined;

/** The owner and hand-in of a file in each layout; undefined for a file that does not belong to it. */
const attributing: Readonly<Record<LayoutName, Attributing>> = {
  canvas: inCanvas,
  moodle: inMoodle,
  gradescope: inGradescope,
  "github-classroom": inGithubClassroom,
  nbgrader: inNbgrader,
  folders: (file, facts) => inFolders(file, facts, file.folders[0] !== undefined && facts.isSection(file.folders[0]) ? 1 : 0),
  sections: (file, facts) => inFolders(file, facts, Math.min(1, file.folders.length)),
};

export const attributionOf = (layout: LayoutName, file: Located, facts: LayoutFacts): Attribution | undefined =>
  attributing[layout](file, facts);

/** Files that a system itself writes beside the work: in another layout, they are a student's like any other file. */
const SYSTEM_FILES: Readonly<Partial<Record<LayoutName, string>>> = { gradescope: "submission_metadata.yml", nbgrader: "timestamp.txt" };

/** Whether a file was written by the system that a class was downloaded from, not by a student. */
export const isSystemFile = (layout: LayoutName, { name }: Pick<HandedFile, "name">): boolean => SYSTEM_FILES[layout] === name;

/**
 * The layout of a class: the first one of a system that more than half of the shares of the download belong to, or else folders. Files that
 * lie next to each other, in a student's folder for example, are a share, which has one vote: nobody changes the layout by the names of
 * their files.
 */
export function detectLayout(files: readonly (HandedFile | EmptyFolder)[], facts: LayoutFacts): LayoutName {
  const written = new Set(Object.values(SYSTEM_FILES));
  const named = files.filter((file): file is HandedFile => "name" in file && !written.has(file.name));
  const shares = sharesOf(named);
  const fits = (layout: LayoutName): boolean =>
    moreThanHalf(shares, (share) => moreThanHalf(share, (file) => attributing[layout](file, facts) !== undefined));
  const systems = ["gradescope", "moodle", "nbgrader", "github-classroom", "canvas"] as const;
  return systems.find(fits) ?? "folders";
}

/** Several given paths are a share each; within a single one, the entries of the innermost folder that holds everything are. */
function sharesOf(files: readonly HandedFile[]): HandedFile[][] {
  const isOne = new Set(files.map(({ given }) => given.path)).size === 1;
  if (!isOne) return [...Map.groupBy(files, ({ given }) => given.path).values()];
  const segments = (file: HandedFile): string[] => [...file.folders, file.name];
  let depth = 0;
  while (files.every(({ folders }) => depth < folders.length && folders[depth] === files[0]?.folders[depth])) depth++;
  return [...Map.groupBy(files, (file) => segments(file)[depth]).values()];
}

const moreThanHalf = <T>(items: readonly T[], holds: (item: T) => boolean): boolean => items.filter(holds).length > items.length / 2;

/** `lovelaceada_LATE_4711_8154_row-walk-1.ts`: the name without blanks, the ids of user and file, and the name that the student gave. */
const CANVAS = /^([^_]+)_(LATE_)?(\d+)_(\d+)_(.+)$/is;

function inCanvas({ folders, name }: Located): Attribution | undefined {
  const segments = [...folders, name];
  const at = segments.findIndex((segment) => CANVAS.test(segment));
  const [, person, late, id, , own] = CANVAS.exec(segments[at] ?? "") ?? [];
  if (person === undefined || id === undefined || own === undefined || at > 1) return undefined;
  const depth = segments.length - 1 - at;
  const owners = [{ id, name: person, isNumber: true }];
  return { owners, handIn: id, name: depth === 0 ? own : name, depth, ...(late !== undefined && { isLate: true }) };
}

/** `Ada Lovelace_4711_assignsubmission_file_`: a folder, or the beginning of a file's name. */
const MOODLE = /^(.*)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)$/s;

function inMoodle({ folders, name }: Located): Attribution | undefined {
  const segments = [...folders, name];
  const at = segments.findIndex((segment) => MOODLE.test(segment));
  const [, person, id, own] = MOODLE.exec(segments[at] ?? "") ?? [];
  if (person === undefined || id === undefined || own === undefined) return undefined;
  const depth = segments.length - 1 - at - (own === "" ? 1 : 0);
  return {
    owners: [{ id, name: person, isNumber: true }],
    handIn: id,
    name: own === "" || depth > 0 ? name : own,
    depth: Math.max(0, depth),
  };
}

/**
 * The beginning of a system's name for a hand-in, taken from its path: `Ada Lovelace_4711_assignsubmission_file_/` in Moodle,
 * `lovelaceada_LATE_4711_8154_` in Canvas. An upload under a name that begins so belongs to the same student there.
 *
 * @param origin the path of a file or folder among the hand-ins
 */
export function systemPrefix(system: "canvas" | "moodle", origin: string): string | undefined {
  for (const segment of origin.split("/")) {
    const [, person, ...ids] = (system === "moodle" ? MOODLE : CANVAS).exec(segment) ?? [];
    if (person === undefined) continue;
    return system === "moodle" ? `${person}_${ids[0]}_assignsubmission_file_/` : `${person}_${ids[0] ?? ""}${ids[1]}_${ids[2]}_`;
  }
  return undefined;
}

/** `assignment_1_export/submission_4711/…`, where submission_metadata.yml says who handed in. */
function inGradescope({ folders, name, given }: Located, { submitters }: LayoutFacts): Attribution | undefined {
  const keys = folders.map((_, at) => folderKey(given, folders.slice(0, at + 1)));
  const at = keys.findIndex((key) => submitters.has(key));
  const handIn = keys[at] ?? "";
  const owners = submitters.get(handIn);
  return owners && { owners, handIn, name, depth: folders.length - 1 - at };
}

/**
 * `week-1-submissions/week-1-ada/…`, as `gh classroom clone student-repos` makes them, or `gpu-fall26-week-1-ada/…`, as Classroom 50 names
 * repositories, with the classroom first: the account is what follows the assignment.
 */
function inGithubClassroom({ folders, name, given }: Located, { assignment }: LayoutFacts): Attribution | undefined {
  const [outer = "", inner] = folders;
  const wrapped = assignmentOfClone(outer);
  const [prefix, repository, at] =
    wrapped !== undefined && inner !== undefined ? [wrapped, inner, 1] : [assignmentOfClone(given.name) ?? assignment, outer, 0];
  const at50 = repository.indexOf(`-${assignment}-`);
  const id = repository.startsWith(`${prefix}-`)
    ? repository.slice(prefix.length + 1)
    : at50 > 0
      ? repository.slice(at50 + assignment.length + 2)
      : "";
  if (id === "") return undefined;
  return { owners: [{ id, name: "" }], handIn: id, name, depth: folders.length - 1 - at };
}

/** The repository that a hand-in lies in, by its path among the clones. */
export function repositoryIn(origin: string, assignment: string): string | undefined {
  const segments = origin.split("/");
  const clones = segments.findIndex((segment) => assignmentOfClone(segment) !== undefined);
  return clones >= 0
    ? segments[clones + 1]
    : segments.find((segment) => segment.startsWith(`${assignment}-`) || segment.includes(`-${assignment}-`));
}

const assignmentOfClone = (folder: string): string | undefined => /^(.+)-submissions$/.exec(folder)?.[1];

/** `submitted/<student>/<assignment>/…`, with a timestamp.txt in each. */
function inNbgrader({ folders, name, given }: Located, { assignment }: LayoutFacts): Attribution | undefined {
  const at = folders.indexOf(assignment);
  const id = folders[at - 1];
  if (at < 1 || at > 2 || id === undefined) return undefined;
  return { owners: [{ id, name: "" }], handIn: folderKey(given, folders.slice(0, at + 1)), name, depth: folders.length - 1 - at };
}

function inFolders({ folders, name, given }: Located, { classFolders }: LayoutFacts, skipped: number): Attribution {
  const own = folders.slice(skipped);
  const [outermost] = own;
  const isNobodys = outermost === undefined && (skipped > 0 || classFolders.has(given.path));
  if (isNobodys || (given.isFile && name.endsWith(".json"))) return { owners: [], handIn: "", name, depth: 0 };
  const id = (outermost ?? given.name).replace(/\.zip$/i, "").normalize("NFC");
  const folder = [...folders.slice(0, skipped), outermost ?? ""].join("/");
  return {
    owners: [{ id, name: "" }],
    handIn: `${given.isFile ? path.dirname(given.path) : given.path}/${folder}`,
    name,
    depth: Math.max(0, own.length - 1),
  };
}
