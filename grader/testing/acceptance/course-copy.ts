import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));

/** A copy of this course with one exercise changed. */
interface CourseCopy {
  /** Its folder, which the test removes. */
  readonly home: string;
  /** The program file of its command line. */
  readonly program: string;
  readonly exercisesRoot: string;
}

/** Packages that run inside the sandbox, which can read nothing outside its course: they are copied. The project's node_modules has the others. */
const SANDBOX_PACKAGES = ["acorn", "fastest-levenshtein", "pure-rand", "ses", "sucrase"];

/** Copies the course with the given exercises, and changes one of them. */
export async function copyCourse(exercises: readonly string[], changed: string, change: (exercise: string) => string): Promise<CourseCopy> {
  const cache = path.join(projectRoot, ".cache");
  await mkdir(cache, { recursive: true });
  const home = await mkdtemp(path.join(cache, "newer-course-"));
  for (const name of ["grader", "content/capstones", "package.json", "tsconfig.base.json"])
    await cp(path.join(projectRoot, name), path.join(home, name), { recursive: true });
  for (const id of exercises) await cp(path.join(projectRoot, "exercises", id), path.join(home, "exercises", id), { recursive: true });
  for (const folder of packageFolders(SANDBOX_PACKAGES)) {
    await cp(folder, path.join(home, path.relative(projectRoot, folder)), { recursive: true });
  }
  const file = path.join(home, "exercises", changed, "exercise.ts");
  const text = await readFile(file, "utf8");
  if (change(text) === text) throw new Error(`the change does not apply to exercises/${changed}/exercise.ts`);
  await writeFile(file, change(text));
  return { home, program: path.join(home, "grader", "cli", "coalesce.mjs"), exercisesRoot: path.join(home, "exercises") };
}

/** The folders of packages and of all that they depend on. */
function packageFolders(names: readonly string[], from = path.join(projectRoot, "package.json")): Set<string> {
  const folders = new Set<string>();
  for (const name of names) {
    const file = manifestOf(name, from);
    const { dependencies = {} } = createRequire(file)(file) as { dependencies?: Record<string, string> };
    for (const folder of [path.dirname(file), ...packageFolders(Object.keys(dependencies), file)]) folders.add(folder);
  }
  return folders;
}

function manifestOf(name: string, from: string): string {
  const file = createRequire(from)
    .resolve.paths(name)
    ?.map((folder) => path.join(folder, name, "package.json"))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${name} is not installed`);
  return file;
}
