import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A lesson that contains an exercise. */
export interface Lesson {
  readonly title: string;
  /** Path below the course's address: "lessons/1-coalescing/01-what-one-load-costs/". */
  readonly page: string;
}

/** The course's lessons, by the ids of the exercises that they contain. */
export type Lessons = Readonly<Record<string, Lesson>>;

/**
 * An installed package's description of itself, in `packed.json`. A package holds JavaScript that was made from a clone's TypeScript,
 * because Node strips no types below `node_modules`; every file that is read at run time has the same path in it as in a clone.
 */
export interface PackedCourse {
  readonly schema: "coalesce/packed/v1";
  /** The version of the grader that was packed, from the sources that are not in the package. */
  readonly grader: string;
  /** The course's lessons, which are not in the package either. */
  readonly lessons: Lessons;
}

/** The folder of the course that runs: the repository's root in a clone, the package's in a package. */
export const courseRoot = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of a package's JavaScript. */
export const PROGRAM_FOLDER = "program";

/** The folder of the declarations that exercises import. */
export const DECLARATIONS_FOLDER = "types";

/** The package that runs; undefined in a clone. */
export const packedCourse: PackedCourse | undefined = readPacked(path.join(courseRoot, "packed.json"));

/** The folder of the course's exercises, one folder each. */
export const exercisesRoot = path.join(courseRoot, "exercises", path.sep);

/** The folder of the course's capstones, one folder each. */
export const capstonesRoot = path.join(courseRoot, "content", "capstones", path.sep);

/** The program of the processes that run answers. */
export const sandboxEntry = packedCourse
  ? path.join(courseRoot, PROGRAM_FOLDER, "node-entry.js")
  : path.join(courseRoot, "grader", "sandbox", "host", "node-entry.ts");

/** The parts of the course that a process that runs answers may read: not its history, nor other files beside it. */
export const readableParts: readonly string[] = [
  ...(packedCourse
    ? [`${PROGRAM_FOLDER}/*`, "exercises/*", "content/capstones/*", "package.json", "packed.json", ".cache/compiled/*"]
    : ["grader/*", "exercises/*", "content/capstones/*", "node_modules/*", "package.json", "packed.json", ".cache/compiled/*"]
  ).map((part) => path.join(courseRoot, part)),
  ...sharedPackages(path.join(courseRoot, "node_modules")),
];

/**
 * The real location of a clone's packages, if its `node_modules` is a link to those of another: Node follows links, and asks for their
 * targets.
 */
export function sharedPackages(folder: string): string[] {
  if (packedCourse !== undefined || !existsSync(folder)) return [];
  const real = realpathSync(folder);
  return real === path.resolve(folder) ? [] : [path.join(real, "*")];
}

/**
 * The address of a module of an exercise, such as its `exercise.ts`, to be imported.
 *
 * @param root the folder that the exercise's folder lies in
 * @param name the module's name without its extension
 */
export function exerciseModule(root: string, id: string, name: "exercise" | "solution"): string {
  const folder = [exercisesRoot, capstonesRoot].find((ours) => path.resolve(root) === path.resolve(ours));
  const isPacked = packedCourse !== undefined && folder !== undefined;
  const file = isPacked
    ? path.join(courseRoot, PROGRAM_FOLDER, path.basename(folder), id, `${name}.js`)
    : path.join(root, id, `${name}.ts`);
  return pathToFileURL(file).href;
}

function readPacked(file: string): PackedCourse | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as PackedCourse) : undefined;
}
