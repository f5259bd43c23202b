import { Command, CommanderError } from "commander";
import { analyzeCommand } from "./analyze.ts";
import { assignmentCommand } from "./assignment.ts";
import { checkCommand } from "./check.ts";
import { UsageError, exitCode } from "./exit-code.ts";
import { gradeCommand } from "./grade.ts";
import { mergeCommand } from "./merge.ts";
import { newCommand } from "./new-exercise.ts";
import { packageCommand } from "./package.ts";
import { regradeCommand } from "./regrade.ts";

const program = new Command("coalesce")
  .description("Counts what GPU memory accesses cost, grades answers, and keeps the exercises in order.")
  .addHelpText(
    "after",
    `
Examples (each command has more under its own --help):
  coalesce grade straight-copy my-answer.ts        what an answer scores, and why
  coalesce grade --assignment week-1.yaml handed-in/ --out results/
                                                   what a class scores
  coalesce analyze requests.jsonl                  what each warp request costs
  coalesce check                                   whether all exercises keep the contract
  coalesce new exercise shift-by-one               a folder for an exercise of your own
  coalesce new assignment                          exercises, points and dates for a class

In a clone of the project: npm run --silent coalesce -- <command>

Exit codes: 0 done · 1 found what it was told to report · 2 usage · 3 the command itself failed`,
  )
  .addCommand(analyzeCommand())
  .addCommand(gradeCommand())
  .addCommand(mergeCommand())
  .addCommand(regradeCommand())
  .addCommand(checkCommand())
  .addCommand(newCommand())
  .addCommand(assignmentCommand())
  .addCommand(packageCommand());

// A reader that has seen enough, `head` say, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitCode.done);
});

for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
  command.exitOverride().showHelpAfterError("(add --help for examples)");
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Says what went wrong, where nobody has yet, and gives the exit code for it. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
  if (error instanceof UsageError) {
    console.error(`coalesce: ${error.message}`);
    return exitCode.usage;
  }
  console.error("coalesce failed, which is a bug of its own:", error);
  return exitCode.infrastructure;
}
