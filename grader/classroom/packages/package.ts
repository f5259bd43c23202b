import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { readExerciseFolder } from "#kit/folder.ts";
import type { PublicAssignment } from "../assignment/assignment.ts";
import { InputError } from "../assignment/input-error.ts";
import { cmi5Course, scorm12Manifest } from "./manifests.ts";
import type { LmsStandard, PageData } from "./page-data.ts";
import { packagePage, packageStyles } from "./page.ts";

const PAGE = "index.html";

/**
 * The files of a package, by path: the assignment's exercises on one page, and the manifest by which an LMS imports the page. They
 * contain neither the secret nor a solution: feedback shows the solutions, if the assignment says so.
 *
 * @param copy the students' copy
 * @param site the built page with the cells of all exercises, as `packageSite` returns it.
 */
export async function packageFiles(
  copy: PublicAssignment,
  standard: LmsStandard,
  site: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const own = new Set(copy.own?.map(({ id }) => id));
  const judged = copy.exercises.filter(({ id }) => !own.has(id));
  if (judged.length === 0)
    throw new InputError(`${copy.id} assigns exercises of your own only, and a package reports what its page judges: give out the link`);
  const exercises = await Promise.all(judged.map(({ id }) => packagedExercise(id)));
  const page = packagePage(textOf(site, PAGE), { standard, assignment: copy, exercises });
  const withPage = new Map(site).set(PAGE, bytesOf(page));
  const names = reachable(withPage, [PAGE], isExcluded(exercises.map(({ id }) => id)));
  const files = names.map((name): [string, Uint8Array] => [
    name,
    name.endsWith(".css") ? bytesOf(packageStyles(textOf(withPage, name))) : fileOf(withPage, name),
  ]);
  const [manifest, xml] = standard === "cmi5" ? ["cmi5.xml", cmi5Course(copy)] : ["imsmanifest.xml", scorm12Manifest(copy, names)];
  return new Map([...files, [manifest, bytesOf(xml)]]);
}

async function packagedExercise(id: string): Promise<PageData["exercises"][number]> {
  const { exercise, version } = await readExerciseFolder(id);
  return { id, title: exercise.title, version };
}

/** Whether a file of the site stays out of a package: it belongs to an exercise that is not assigned, or gives a solution. */
function isExcluded(assigned: readonly string[]): (file: string) => boolean {
  return (file) => {
    const [folder, exercise = "", part = ""] = file.split("/");
    if (folder !== "exercises") return false;
    return !assigned.includes(exercise) || !/^(data|wrong-sources|kernel-in-cuda)\./.test(part);
  };
}

/** Files whose text can refer to other files of the site. */
const REFERRING = /\.(html|css|js)$/;

/**
 * The files of a built site that some of its files can request, directly or not. The bundler puts a hash into each name, so that a
 * text which contains a file's name refers to that file.
 *
 * @param files the whole site, by path.
 * @param isExcluded whether a file is left out even if other files name it.
 * @returns paths, sorted.
 */
function reachable(
  files: ReadonlyMap<string, Uint8Array>,
  starts: readonly string[],
  isExcluded: (file: string) => boolean,
): readonly string[] {
  const candidates = [...files.keys()].filter((file) => !isExcluded(file));
  const reached = new Set(starts);
  for (const file of reached) {
    if (!REFERRING.test(file)) continue;
    const text = Buffer.from(files.get(file) ?? []).toString("utf8");
    for (const other of candidates) if (!reached.has(other) && text.includes(path.posix.basename(other))) reached.add(other);
  }
  return [...reached].sort();
}

function fileOf(files: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const bytes = files.get(name);
  if (bytes === undefined) throw new Error(`the built site has no ${name}`);
  return bytes;
}

const textOf = (files: ReadonlyMap<string, Uint8Array>, name: string): string => Buffer.from(fileOf(files, name)).toString("utf8");
const bytesOf = (text: string): Uint8Array => Buffer.from(text, "utf8");

/** The earliest time that a ZIP archive can hold. It is local time, because archives have no time zone. */
const EPOCH = new Date(1980, 0, 1);

/** The mode of a file that is run, in an archive: `-rwxr-xr-x`. */
const EXECUTABLE = 0o100755;

/** The ZIP archive of files, given by path. The same files give the same bytes: they are sorted by name and have no times. Scripts can be run. */
export async function zipped(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: EPOCH,
    extendedTimestamp: false,
    useWebWorkers: false,
    // The deflate of Node itself differs between versions.
    useCompressionStream: false,
  });
  for (const [name, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const isScript = bytes[0] === "#".charCodeAt(0) && bytes[1] === "!".charCodeAt(0);
    await zip.add(name, new Uint8ArrayReader(bytes), isScript ? { unixMode: EXECUTABLE } : {});
  }
  return zip.close();
}
