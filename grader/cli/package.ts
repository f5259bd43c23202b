import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Command, Option } from "commander";
import ora from "ora";
import writeFileAtomic from "write-file-atomic";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { packageFiles, zipped } from "#classroom/packages/package.ts";
import type { LmsStandard } from "#classroom/packages/page-data.ts";
import { packageSite } from "#classroom/packages/site.ts";
import { say } from "./terminal.ts";
import { readInputFile } from "./usage.ts";

interface PackageOptions {
  readonly scorm?: string;
  readonly cmi5?: boolean;
  readonly out?: string;
}

export function packageCommand(): Command {
  return new Command("package")
    .description("Packs an assignment for a learning management system (LMS): one ZIP file that it imports.")
    .argument("<assignment>", "the assignment's file, week-1.yaml say")
    .addOption(new Option("--scorm <version>", "a SCORM package; most systems take 1.2").choices(["1.2"]).conflicts("cmi5"))
    .option("--cmi5", "a cmi5 package, for systems with a learning record store")
    .option("--out <file>", "where to write it; <id>-scorm-1.2.zip or <id>-cmi5.zip if it is left out")
    .addHelpText(
      "after",
      `
The package holds the exercises with their editor and grader; the LMS needs no network for it but its own. It reports a score
and whether every exercise was tried. Both come from the student's browser, so they are worth what the student's word is worth:
what counts is "coalesce grade" on the files that were handed in. The package contains neither the secret nor any solutions.

The first package of a version of the course takes a minute, the next ones seconds.

Examples:
  coalesce package week-1.yaml --scorm 1.2
  coalesce package week-1.yaml --cmi5 --out lms/week-1.zip

Exit codes: 0 written · 2 usage, or the assignment is not in order · 3 the package could not be made`,
    )
    .action(pack);
}

async function pack(file: string, options: PackageOptions): Promise<void> {
  const standard = standardOf(options);
  const { assignment } = await readAssignedCourse(await readInputFile(file), file);
  const out = options.out ?? `${assignment.id}-${standard}.zip`;
  const spinner = ora({ isEnabled: process.stderr.isTTY });
  const site = await packageSite(() => spinner.start("Building the page, once for this version of the course"));
  spinner.stop();
  const bytes = await zipped(await packageFiles(assignment, standard, site));
  await mkdir(path.dirname(out), { recursive: true });
  await writeFileAtomic(out, Buffer.from(bytes));
  say(`${out}: ${assignment.exercises.length} exercises, ${(bytes.length / 1e6).toFixed(1)} MB\n`);
}

function standardOf({ scorm, cmi5 }: PackageOptions): LmsStandard {
  if (scorm !== undefined) return "scorm-1.2";
  if (cmi5) return "cmi5";
  throw new InputError("say which package the LMS takes: --scorm 1.2 or --cmi5");
}
