import { publicCopy } from "../assignment/public-copy.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { readExerciseFolder } from "#kit/folder.ts";
import { cmi5Course } from "./cmi5-course.ts";
import type { LmsStandard, PageData } from "./page-data.ts";
import { packagePage, packageStyles } from "./page.ts";
import { reachable } from "./reachable.ts";
import { scorm12Manifest } from "./scorm12-manifest.ts";

const PAGE = "index.html";

/**
 * The files of a package, by path: the assignment's exercises on one page, and the manifest by which an LMS imports it. No
 * secret is among them, and no solution: feedback shows those when the assignment says so.
 *
 * @param site the built page with all cells, as `packageSite` gives it.
 */
export async function packageFiles(
  assignment: Assignment,
  standard: LmsStandard,
  site: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const copy = publicCopy(assignment);
  const exercises = await Promise.all(assignment.exercises.map(({ id }) => packagedExercise(id)));
  const page = packagePage(textOf(site, PAGE), { standard, assignment: copy, exercises });
  const withPage = new Map(site).set(PAGE, bytesOf(page));
  const names = reachable(withPage, [PAGE], leavesOut(exercises.map(({ id }) => id)));
  const files = names.map((name): [string, Uint8Array] => [
    name,
    name.endsWith(".css") ? bytesOf(packageStyles(textOf(withPage, name))) : withPage.get(name)!,
  ]);
  const manifest: [string, string] =
    standard === "cmi5" ? ["cmi5.xml", cmi5Course(copy)] : ["imsmanifest.xml", scorm12Manifest(copy, names)];
  return new Map([...files, [manifest[0], bytesOf(manifest[1])]]);
}

async function packagedExercise(id: string): Promise<PageData["exercises"][number]> {
  const { exercise, version } = await readExerciseFolder(id);
  return { id, title: exercise.title, version };
}

/** Of what belongs to one exercise, a package has what the cells of the assigned ones ask for. */
function leavesOut(assigned: readonly string[]): (file: string) => boolean {
  return (file) => {
    const [folder, exercise, part = ""] = file.split("/");
    if (folder !== "exercises") return false;
    return !assigned.includes(exercise) || !/^(data|wrong-sources)\./.test(part);
  };
}

function textOf(files: ReadonlyMap<string, Uint8Array>, name: string): string {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error(`the built site has no ${name}`);
  return Buffer.from(bytes).toString("utf8");
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}
