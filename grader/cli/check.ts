import { Command } from "commander";
import pLimit from "p-limit";
import { assignableIds } from "#kit/folder.ts";
import { capstoneIds, ownExercisesRoot } from "#kit/own-exercises.ts";
import { pluralize } from "#pictures/format.ts";
import { FolderSandboxes } from "#sandbox/host/sandbox-pool.ts";
import { say } from "./terminal.ts";
import { addExercisesOption, exitCode, requireExercise } from "./usage.ts";

export function checkCommand(): Command {
  return addExercisesOption(new Command("check"))
    .description("Checks exercise folders against the contract that every exercise keeps, and says what to do where one doesn't.")
    .argument("[exercises...]", "names of exercises; if none are named, all of them, or with --exercises all of that folder")
    .addHelpText(
      "after",
      `
A capstone's contract: its solution keeps every budget, and none that is 5 % smaller; its starter is refused nothing but a budget.

The contract of all others: the solution passes everything; the starter runs and fails; each file in wrong/ fails exactly the checks that
exercise.ts names for it; no lazy or hostile answer passes; cases, checks, points and hints fit together; no stray files.

Examples:
  coalesce check
  coalesce check straight-copy
  coalesce check --exercises my-exercises/

Exit codes: 0 all is well · 1 something is to be done · 2 usage`,
    )
    .action(check);
}

async function check(names: string[]): Promise<void> {
  for (const name of names) await requireExercise(name);
  const capstones = capstoneIds();
  const ids = names.length > 0 ? names : await assignableIds(ownExercisesRoot());
  // The contract loads the TypeScript compiler, which other commands do not need.
  const { checkFolder } = await import("#kit/gate/contract.ts");
  const { capstoneProblems } = await import("#kit/gate/capstone-contract.ts");
  const sandboxes = new FolderSandboxes();
  const limit = pLimit(sandboxes.size);
  let count = 0;
  try {
    const checks = ids.map((id) => ({
      id,
      problems: limit(() => (capstones.includes(id) ? capstoneProblems(id) : checkFolder(id, sandboxes.grade))),
    }));
    for (const { id, problems: pending } of checks) {
      const problems = await pending;
      count += problems.length;
      say(`${problems.length === 0 ? "ok  " : "FAIL"}  ${id}\n`);
      for (const problem of problems) say(`      ${problem.replaceAll("\n", "\n      ")}\n`);
    }
  } finally {
    await sandboxes.close();
  }
  say(`\n${pluralize(ids.length, "exercise")}, ${pluralize(count, "problem")}\n`);
  if (count > 0) process.exitCode = exitCode.found;
}
