import path from "node:path";
import { mkdir } from "node:fs/promises";
import { Command, Option } from "commander";
import writeFileAtomic from "write-file-atomic";
import { readPreviousResults } from "#classroom/grading/previous-results.ts";
import { zipped } from "#classroom/packages/package.ts";
import { FEEDBACK_WAYS, returnedFeedback, type FeedbackWay } from "#classroom/reports/returned-feedback.ts";
import { count, pluralize } from "#pictures/format.ts";
import { oneLine, say, warn } from "./terminal.ts";

interface FeedbackOptions {
  readonly for: FeedbackWay;
  readonly out?: string;
}

export function feedbackCommand(): Command {
  return new Command("feedback")
    .description("Brings the feedback of a graded class back to its students: in a ZIP file for Moodle or Canvas, by mail, or as issues.")
    .argument("<results>", 'the folder of results that "coalesce grade --assignment" wrote')
    .addOption(new Option("--for <system>", "where students look for it").choices([...FEEDBACK_WAYS]).makeOptionMandatory())
    .option("--out <file>", "where to write it; feedback-moodle.zip, feedback-canvas.zip, mail-merge.csv or issues.sh if it is left out")
    .addHelpText(
      "after",
      `
moodle   a ZIP file for "Upload multiple feedback files in a ZIP", with the names of Moodle's own download
canvas   a ZIP file for "Re-upload submissions": each page is attached to the comments on the student's work
mail     a CSV file for a mail merge: address, name, score, and the feedback page to attach
github   a script that opens an issue in each student's repository: sh issues.sh <organization>, where gh is logged in

Examples:
  coalesce feedback results/ --for moodle
  coalesce feedback results/ --for mail --out to-send.csv

Exit codes: 0 written · 2 usage, or nobody is reached that way`,
    )
    .action(feedback);
}

async function feedback(results: string, { for: way, out }: FeedbackOptions): Promise<void> {
  const { files, unreached } = await returnedFeedback(results, await readPreviousResults(results), way);
  const isArchive = way === "moodle" || way === "canvas";
  const [[name, bytes] = ["", new Uint8Array()]] = files;
  const target = out ?? (isArchive ? `feedback-${way}.zip` : name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFileAtomic(target, Buffer.from(isArchive ? await zipped(files) : bytes));
  say(`${target}: ${isArchive ? `the feedback of ${pluralize(files.size, "student")}` : name}\n`);
  if (unreached.length > 0) warn(`${unreachedLine(unreached)}\n`);
}

/** How many students a line names before it only counts them. */
const NAMED_STUDENTS = 20;

function unreachedLine(ids: readonly string[]): string {
  const others = ids.length > NAMED_STUDENTS ? `, and ${count(ids.length - NAMED_STUDENTS)} more` : "";
  return `not reached, since they handed in nothing there or have no address: ${ids.slice(0, NAMED_STUDENTS).map(oneLine).join(", ")}${others}`;
}
