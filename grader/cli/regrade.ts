import path from "node:path";
import { availableParallelism } from "node:os";
import { Command } from "commander";
import writeFileAtomic from "write-file-atomic";
import { InputError } from "#classroom/assignment/input-error.ts";
import { gradedClass } from "#classroom/grading/class-grades.ts";
import { manifestOf, refuseForeign, writeManifest } from "#classroom/grading/manifest.ts";
import { readPreviousResults, type PreviousResults } from "#classroom/grading/previous-results.ts";
import { planRegrade, regradeReport, type RegradeReport } from "#classroom/grading/regrade.ts";
import { VerdictStore, mergeVerdicts } from "#classroom/grading/verdict-store.ts";
import {
  addClassOptions,
  areSolutionsShown,
  refuseNaming,
  classSummary,
  faultLines,
  judgeClass,
  judgingLine,
  readClass,
  workersOption,
  writeClass,
  type ClassOptions,
} from "./class.ts";
import { say, warn } from "./terminal.ts";
import { exitCode } from "./usage.ts";

interface RegradeOptions extends ClassOptions {
  readonly previous?: string;
  readonly write?: boolean;
  readonly workers?: number;
}

export function regradeCommand(): Command {
  const command = new Command("regrade")
    .description("Grades a class again, after a correction: first says whose score changes and why, then writes it if told to.")
    .usage("--assignment <file> <submissions...> --previous <folder> --out <folder> [--write]")
    .argument("<submissions...>", "what was handed in: the same files and folders as before");
  return addClassOptions(command)
    .option("--previous <folder>", "the folder of results to compare with")
    .option("--write", "write the new results and the report; --out may then be the previous folder itself")
    .addOption(workersOption())
    .addHelpText(
      "after",
      `
The course and the assignment count as they are now. The time of a hand-in does not move: it comes from the previous results,
whatever dates the files have by now, unless --received names it. What --adjustments decided stays, unless it is given again. A hand-in that isn't in the previous results is named.
Verdicts that still hold are taken from there, and nothing is judged twice.

Without --write, only verdicts are kept, in <folder of --out>/answers, so that --write finds them: no gradebook, no feedback and
no report changes. With --write, all that "coalesce grade" writes is written, and the report as regrade.md and regrade.csv.

Examples:
  coalesce regrade --assignment week-1.yaml handed-in/ --previous results/ --out regraded/
  coalesce regrade --assignment week-1.yaml handed-in/ --previous results/ --out regraded/ --write

Exit codes: 0 reported, whatever changes · 1 the same, and an adjustment is for nobody in the class · 2 usage · 3 some answer has no verdict`,
    )
    .action(regrade);
}

async function regrade(submissions: string[], options: RegradeOptions): Promise<void> {
  const {
    assignment: file,
    out,
    previous: folder,
    received,
    roster,
    layout,
    adjustments,
    anonymous,
    asOf,
    against,
    replace = false,
    write = false,
    workers = availableParallelism(),
  } = options;
  if (file === undefined) throw new InputError("name the assignment's file with --assignment");
  if (folder === undefined) throw new InputError("name the results to compare with by --previous, results/ say");
  if (out === undefined) throw new InputError("name the folder of the new results with --out, regraded/ say");
  refuseNaming(options);
  const readNow = await readClass({ assignment: file, submissions, received, roster, layout, adjustments, anonymous, results: [out] });
  const previous = await readPrevious(folder, out, readNow.assignment.id);
  const planned = planRegrade(readNow, previous);
  const solutionsShown = areSolutionsShown(planned.plan, asOf);
  const { secret } = readNow.assignment;
  const store = new VerdictStore(out, secret);
  await mergeVerdicts(planned.plan, [new VerdictStore(folder, secret)], store);
  const judging = await judgeClass(planned.plan.tasks, store, workers);
  const graded = gradedClass(planned.plan, (task) => store.read(task));
  const report = await regradeReport(planned, previous, graded);
  await show(report);
  warn(faultLines(judging));
  if (judging.faults.length > 0) process.exitCode = exitCode.infrastructure;
  if (!write) {
    say(`\n${judgingLine(judging)}. Nothing else was written; --write writes these scores to ${out}.\n`);
    return;
  }
  await writeManifest(out, manifestOf(planned.plan), { replace });
  const grades = await writeClass(planned.plan, store, {
    out,
    solutionsShown,
    roster: anonymous === undefined ? roster : undefined,
    against,
  });
  await writeReport(report, out);
  say(`\n${classSummary(grades, judging, out)}Regrade    ${path.join(out, "regrade.md")}\n`);
}

/** @throws InputError if there are no previous results, or a folder belongs to another assignment */
async function readPrevious(folder: string, out: string, assignment: string): Promise<PreviousResults> {
  const previous = await readPreviousResults(folder);
  const { id } = previous.head.assignment;
  if (id !== assignment) throw new InputError(`--previous ${folder} holds the results of "${id}", and this is "${assignment}"`);
  await refuseForeign(out, assignment);
  return previous;
}

// The report loads the libraries of the feedback, so it is imported only when it is needed.
async function show(report: RegradeReport): Promise<void> {
  const { regradeMarkdown } = await import("#classroom/reports/regrade-report.ts");
  say(regradeMarkdown(report));
}

async function writeReport(report: RegradeReport, out: string): Promise<void> {
  const { regradeCsv, regradeMarkdown } = await import("#classroom/reports/regrade-report.ts");
  await writeFileAtomic(path.join(out, "regrade.md"), regradeMarkdown(report));
  await writeFileAtomic(path.join(out, "regrade.csv"), regradeCsv(report));
}
