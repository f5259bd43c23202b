import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Command, InvalidArgumentError } from "commander";
import writeFileAtomic from "write-file-atomic";
import { InputError } from "#classroom/assignment/input-error.ts";
import { readPreviousResults } from "#classroom/grading/previous-results.ts";
import { pluralize } from "#pictures/format.ts";
import { say } from "./terminal.ts";

interface TermOptions {
  readonly out?: string;
  readonly drop: number;
  readonly equal?: boolean;
}

export function termCommand(): Command {
  return new Command("term")
    .description("Adds up the assignments of a term: a row per student, a column per assignment, and what all of it comes to.")
    .argument("<results...>", "the folders of results of the assignments, in their order")
    .option("--out <folder>", "where term.csv and term.html are written")
    .option("--drop <n>", "leave out the n lowest assignments of each student", wholeNumber, 0)
    .option("--equal", "count every assignment the same, whatever its points; without it, points are added")
    .addHelpText(
      "after",
      `
Students are the same where their ids are: grade all assignments with the same --roster. An assignment that a student was excused
from, or is not in the class of, counts neither for nor against them. Where a score is open, the sum is open too.

Example:
  coalesce term results/week-1 results/week-2 results/week-3 --drop 1 --out term/

Exit codes: 0 written · 2 usage`,
    )
    .action(term);
}

async function term(folders: string[], { out, drop, equal = false }: TermOptions): Promise<void> {
  if (out === undefined) throw new InputError("name the folder for term.csv and term.html with --out, term/ say");
  // The page loads libraries that no other command needs.
  const { termCsv, termOf, termPage } = await import("#classroom/reports/term.ts");
  const results = await Promise.all(folders.map(readPreviousResults));
  const added = await termOf(results, { dropped: drop, isEqual: equal });
  await mkdir(out, { recursive: true });
  await writeFileAtomic(path.join(out, "term.csv"), termCsv(added));
  await writeFileAtomic(path.join(out, "term.html"), termPage(added));
  say(`${path.join(out, "term.html")}: ${pluralize(added.students.length, "student")}, ${pluralize(folders.length, "assignment")}\n`);
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a whole number from 0.");
}
