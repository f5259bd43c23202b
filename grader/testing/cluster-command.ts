import { Command } from "commander";
import { gradeCommand } from "#cli/grade.ts";
import { mergeCommand } from "#cli/merge.ts";

/** The commands that a cluster runs, grade and merge. An unknown option throws. */
export function clusterProgram(): Command {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const command of [gradeCommand(), mergeCommand()]) {
    program.addCommand(command.exitOverride().configureOutput({ writeErr: () => undefined }));
  }
  return program;
}

/** A parsed command line of one of these commands. */
export interface CommandLine {
  readonly command: string;
  readonly submissions: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Parses a command line as the program does, without running it. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const program = clusterProgram();
  let parsed: CommandLine | undefined;
  for (const command of program.commands) {
    command.action((submissions: string[], options: Record<string, unknown>) => {
      parsed = { command: command.name(), submissions, options };
    });
  }
  program.parse(args, { from: "user" });
  if (parsed === undefined) throw new Error(`no command: ${args.join(" ")}`);
  return parsed;
}
