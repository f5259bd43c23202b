import { inspect } from "node:util";
import { Command, CommanderError } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { graderVersion } from "#classroom/grading/grader-version.ts";
import { simulatorVersion } from "#simulator/version.ts";
import { commands } from "./commands.ts";
import { say, warn } from "./terminal.ts";
import { exitCode, packageVersion } from "./usage.ts";

/**
 * Runs the command that these words call, and sets the process's exit code. Whatever it throws is reported.
 *
 * @param words what stands behind `coalesce`
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    await (await programFor(words)).parseAsync(words, { from: "user" });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

/** Only the command that is called is loaded; the help loads all. */
async function programFor([name]: readonly string[]): Promise<Command> {
  const called = Object.entries(commands).filter(([known]) => known === name);
  const needed = called.length > 0 ? called : Object.entries(commands);
  const program = new Command("coalesce")
    .description("Counts what GPU memory accesses cost, profiles CUDA kernels, grades answers, and keeps the exercises in order.")
    .addHelpText(
      "after",
      `
Examples (each command has more under its own --help):
  coalesce grade straight-copy my-answer.ts        what an answer scores, and why
  coalesce grade --assignment week-1.yaml handed-in/ --out results/
                                                   what a class scores
  coalesce analyze requests.jsonl                  what each warp request costs
  coalesce profile transpose.cu                    what a CUDA kernel does to memory, line by line
  coalesce check                                   whether all exercises keep the contract
  coalesce new exercise shift-by-one               a folder for an exercise of your own
  coalesce new assignment                          exercises, points and dates for a class
  coalesce live week-1.yaml                        the class's predictions on the projector, as they come

In a clone of the project: npm run --silent coalesce -- <command>

Exit codes: 0 done · 1 found what it was told to report · 2 usage · 3 the command itself failed`,
    );
  for (const [, command] of needed) program.addCommand(await command());
  // "coalesce 0.1.0, grader 3aa408c2a24cb181, simulator 1.1.0": verdicts of the same grader are the same.
  program.option("-V, --version", "which version this is, and which grader: verdicts of the same grader are the same");
  program.on("option:version", () => {
    say(`coalesce ${packageVersion()}, grader ${graderVersion()}, simulator ${simulatorVersion}\n`);
    process.exit(exitCode.done);
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().showHelpAfterError("(add --help for examples)");
  }
  return program;
}

/** Reports an error, unless commander has done so, and returns its exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
  if (error instanceof InputError) {
    warn(`coalesce: ${error.message}\n`);
    return exitCode.usage;
  }
  warn(`coalesce failed, which is a bug in coalesce: ${inspect(error)}\n`);
  return exitCode.infrastructure;
}
