import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Command, Option } from "commander";
import type { Ora } from "ora";
import writeFileAtomic from "write-file-atomic";
import { readAssignedCourse, studentsCopy } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import type { Assignment, PublicAssignment } from "#classroom/assignment/assignment.ts";
import { gradescopeFiles, type ClassList } from "#classroom/packages/gradescope.ts";
import { packageFiles, zipped } from "#classroom/packages/package.ts";
import type { LmsStandard } from "#classroom/packages/page-data.ts";
import { packageSite } from "#classroom/packages/site.ts";
import { pluralize } from "#pictures/format.ts";
import { readDecisions } from "./class.ts";
import { oneLine, say, warn } from "./terminal.ts";
import { addExercisesOption, exitCode, readInputFile } from "./usage.ts";

interface PackageOptions {
  readonly scorm?: string;
  readonly cmi5?: boolean;
  readonly gradescope?: boolean;
  readonly out?: string;
  readonly roster?: string;
  readonly adjustments?: string;
}

export function packageCommand(): Command {
  return addExercisesOption(new Command("package"))
    .description("Packs an assignment for a learning management system (LMS), or for Gradescope: one ZIP file that it takes.")
    .argument("<assignment>", "the assignment's file, week-1.yaml say")
    .addOption(new Option("--scorm <version>", "a SCORM package; most systems take 1.2").choices(["1.2"]).conflicts(["cmi5", "gradescope"]))
    .addOption(new Option("--cmi5", "a cmi5 package, for systems with a learning record store").conflicts("gradescope"))
    .option("--gradescope", "an autograder for Gradescope, which grades each submission there; it holds the secret")
    .option("--roster <file>", "for Gradescope: CSV of the class, so that students are graded under their ids there, too")
    .option("--adjustments <file>", "for Gradescope: what you decided for single students; comments stay here")
    .option("--out <file>", "where to write it; <id>-scorm-1.2.zip, <id>-cmi5.zip or <id>-gradescope.zip if it is left out")
    .addHelpText(
      "after",
      `
The package holds the exercises with their editor and grader; the LMS needs no network for it but its own. It reports a score
and whether every exercise was tried. Both come from the student's browser, so they are worth what the student's word is worth:
what counts is "coalesce grade" on the files that were handed in. The package contains neither the secret nor any solutions.

Gradescope's autograder is another matter: it is for the instructor's upload alone, holds the secret, and its grades count.

The first package of a version of the course takes a minute, the next ones seconds.

Examples:
  coalesce package week-1.yaml --scorm 1.2
  coalesce package week-1.yaml --cmi5 --out lms/week-1.zip
  coalesce package week-1.yaml --gradescope --roster roster.csv --adjustments adjustments.csv

Exit codes: 0 written · 1 written, but somebody's adjustment is not applied · 2 usage, or the assignment is not in order · 3 the package could not be made`,
    )
    .action(pack);
}

async function pack(file: string, options: PackageOptions): Promise<void> {
  const kind = options.gradescope ? "gradescope" : standardOf(options);
  const text = await readInputFile(file);
  const assigned = await readAssignedCourse(text, file);
  const { assignment } = assigned;
  if (assignment.draw !== undefined)
    throw new InputError(`${file} draws exercises for each student, and a package is the same for all: leave draw out`);
  const out = options.out ?? `${assignment.id}-${kind}.zip`;
  if (kind !== "gradescope" && (options.roster ?? options.adjustments) !== undefined)
    throw new InputError("--roster and --adjustments are for Gradescope: the page of an LMS package is the same for all students");
  const files =
    kind === "gradescope"
      ? await gradescopeFiles(text, await classList(assignment, options))
      : await lmsFiles(studentsCopy(assigned), kind);
  const bytes = await zipped(files);
  await mkdir(path.dirname(out), { recursive: true });
  await writeFileAtomic(out, Buffer.from(bytes));
  say(`${out}: ${pluralize(assignment.exercises.length, "exercise")}, ${(bytes.length / 1e6).toFixed(1)} MB\n`);
}

/** The autograder's data on single students; undefined if there is none. Students whom Gradescope could not recognize are named. */
async function classList(assignment: Assignment, { roster, adjustments }: PackageOptions): Promise<ClassList | undefined> {
  if (roster === undefined && adjustments === undefined) return undefined;
  const decisions = await readDecisions(assignment, { roster, adjustments });
  const entries = decisions.roster?.entries ?? [];
  const students = entries.flatMap(({ id, email }) => (email === undefined ? [] : [{ id, email }]));
  const addresses = new Set(students.map(({ id }) => id));
  const unknown = decisions.adjustments.map(({ student }) => student).filter((id) => !addresses.has(id) && !id.includes("@"));
  if (unknown.length > 0) {
    warn(
      `Gradescope knows students by their e-mail addresses, and there is none of ${[...new Set(unknown)].map(oneLine).join(", ")}: what was decided for them isn't applied there\n`,
    );
    process.exitCode = exitCode.found;
  }
  return { students, adjustments: decisions.adjustments.map(({ comment: _, ...decision }) => decision) };
}

async function lmsFiles(copy: PublicAssignment, standard: LmsStandard): Promise<ReadonlyMap<string, Uint8Array>> {
  let spinner: Ora | undefined;
  // Loaded only where the page has to be built.
  const spin = async (text: string): Promise<void> => {
    const { default: ora } = await import("ora");
    spinner = ora({ isEnabled: process.stderr.isTTY }).start(text);
  };
  const site = await packageSite(() => void spin("Building the page, once for this version of the course"));
  spinner?.stop();
  return packageFiles(copy, standard, site);
}

function standardOf({ scorm, cmi5 }: PackageOptions): LmsStandard {
  if (scorm !== undefined) return "scorm-1.2";
  if (cmi5) return "cmi5";
  throw new InputError("say which package it is to be: --scorm 1.2 or --cmi5 for an LMS, --gradescope for Gradescope");
}
