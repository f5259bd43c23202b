import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { courseRoot, packedCourse } from "#kit/installation.ts";
import { exerciseIdsIn, ownExercisesRoot } from "#kit/own-exercises.ts";
import { InputError } from "../assignment/input-error.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { adjustmentSchema, assignmentFor, type Adjustment } from "../grading/adjustments.ts";
import { identityKey } from "../submission/roster.ts";

/** The version of Node that `setup.sh` installs where there is none. */
const NODE = "24.21.0";

/** Parts of the installed package that grading does not read. */
const LEFT_OUT = /^(site|\.cache|content\/(?!capstones\/)[^/]+|grader\/simulator)(\/|$)/;

/** An autograder's data on a class: the students, whom Gradescope knows by their e-mail addresses, and the decisions for them. */
export const classListSchema = z.strictObject({
  students: z.array(z.strictObject({ id: z.string(), email: z.string() })),
  adjustments: z.array(adjustmentSchema),
});
export type ClassList = z.infer<typeof classListSchema>;

/** The id by which a class is graded, for the id or address by which Gradescope knows a student. */
export function gradedAs(known: string, { students, adjustments }: ClassList): string {
  const isMeant = (text: string): boolean => identityKey(text) === identityKey(known);
  const byEmail = students.find(({ email }) => isMeant(email))?.id;
  return byEmail ?? adjustments.find(({ student }) => isMeant(student))?.student ?? known;
}

/**
 * The files of a Gradescope autograder: `setup.sh`, which runs once when its image is built, `run_autograder`, which runs for each
 * submission, the assignment with its secret, the data on single students, and the installed package. Source:
 * gradescope-autograders.readthedocs.io, "Autograder specifications".
 *
 * @throws InputError in a clone: only the package is complete without one
 */
export async function gradescopeFiles(assignment: string, list?: ClassList): Promise<ReadonlyMap<string, Uint8Array>> {
  if (packedCourse === undefined) {
    throw new InputError("an autograder holds the installed package: make it by npm run pack, install it, and use its coalesce for this");
  }
  const course = (await filesBelow(courseRoot)).filter((name) => !LEFT_OUT.test(name));
  const own = ownExercisesRoot();
  const ownFiles = own === undefined ? [] : (await Promise.all(exerciseIdsIn(own).map((id) => filesIn(own, id)))).flat();
  const files = new Map<string, Uint8Array>([
    ["setup.sh", Buffer.from(SETUP)],
    ["run_autograder", Buffer.from(runAutograder(own !== undefined, list !== undefined))],
    ["assignment.yaml", Buffer.from(assignment)],
    ...(list === undefined ? [] : ([["class.json", Buffer.from(JSON.stringify(list))]] as const)),
  ]);
  for (const name of course) files.set(`coalesce/${name}`, await readFile(path.join(courseRoot, name)));
  for (const name of ownFiles) files.set(`exercises/${name}`, await readFile(path.join(own ?? "", name)));
  return files;
}

const SETUP = `#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: installs Node where there is none that is new enough.
set -euo pipefail
if ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < ${NODE.split(".")[0]} ? 1 : 0)' 2>/dev/null; then
  apt-get update -y && apt-get install -y ca-certificates curl xz-utils
  case "$(uname -m)" in aarch64 | arm64) machine=arm64 ;; *) machine=x64 ;; esac
  curl -fsSL "https://nodejs.org/dist/v${NODE}/node-v${NODE}-linux-$machine.tar.xz" | tar -xJ -C /usr/local --strip-components=1
fi
`;

/** The program reads the location of Gradescope's folders from COALESCE_AUTOGRADER, for trying it elsewhere. */
function runAutograder(hasOwn: boolean, hasList: boolean): string {
  return `#!/usr/bin/env bash
# Runs for each submission, and writes results/results.json.
set -euo pipefail
root="\${COALESCE_AUTOGRADER:-/autograder}"
source="$root/source"
exec node "$source/coalesce/grader/cli/coalesce.mjs" autograde "$root" --assignment "$source/assignment.yaml"${hasOwn ? ' --exercises "$source/exercises"' : ""}${hasList ? ' --class "$source/class.json"' : ""}
`;
}

const metadataSchema = z.object({
  created_at: z.iso.datetime({ offset: true }),
  users: z.array(z.object({ id: z.union([z.number(), z.string()]), email: z.string().optional(), name: z.string().optional() })).min(1),
});

/** Who handed a submission in, and when, as Gradescope knows it. */
export interface GradescopeSubmission {
  /** One, or the members of a group. */
  readonly students: readonly GradescopeStudent[];
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

interface GradescopeStudent {
  readonly id: string;
  readonly name: string;
}

/** Reads the metadata that Gradescope puts beside a submission. */
export function readMetadata(text: string, file: string): GradescopeSubmission {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${file}: is broken JSON: ${(error as Error).message}`);
  }
  const { data, error } = metadataSchema.safeParse(value);
  if (error) throw new InputError(error.issues.map(({ path, message }) => `${file}: ${path.join(".")}: ${message}`));
  const students = data.users.map(({ id, email, name = "" }) => ({ id: email || String(id), name }));
  return { students, receivedAt: Date.parse(data.created_at) };
}

/** The decisions for those who handed in together, as they apply to the one result that Gradescope gives them all. */
interface GroupDecisions {
  /** For the first member, who stands for the group. */
  readonly adjustments: readonly Adjustment[];
  /** Members with a decision that cannot apply to the others: points, or an excuse. */
  readonly left: readonly string[];
}

/**
 * The decisions that apply to a submission. Gradescope judges it once, and gives the same score to all who handed it in (`users` of its
 * metadata). The time of the work is one, too, so the latest due time and the earliest opening of a member are the group's: nobody loses
 * points to a date that isn't theirs. Points and excuses are one person's, and apply only where that person hands in alone.
 *
 * @param ids the members' ids, by which the class is graded
 */
export function groupDecisions(ids: readonly string[], all: readonly Adjustment[], assignment: Assignment): GroupDecisions {
  const ofMember = (id: string): Adjustment[] => all.filter(({ student }) => student === id);
  const [first = "", ...others] = ids;
  if (others.length === 0) return { adjustments: ofMember(first), left: [] };
  const own = ids.map((id) => assignmentFor(assignment, ofMember(id)));
  // Local times of one zone, written alike, sort as strings.
  const times = (time: "opens" | "due"): string[] => own.flatMap((one) => one[time] ?? []).sort();
  const due = times("due").at(-1);
  const opens = own.every((one) => one.opens !== undefined) ? times("opens")[0] : undefined;
  const isOwn = ({ points, excused }: Adjustment): boolean => points !== undefined || excused !== undefined;
  return {
    adjustments: [{ student: first, ...(due !== undefined && { due }), ...(opens !== undefined && { opens }) }],
    left: ids.filter((id) => ofMember(id).some(isOwn)),
  };
}

const filesIn = async (root: string, folder: string): Promise<string[]> =>
  (await filesBelow(path.join(root, folder))).map((name) => `${folder}/${name}`);

/** Paths below a folder, with forward slashes; sorted. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .sort();
}
