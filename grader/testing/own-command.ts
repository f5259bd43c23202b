import { Command } from "commander";
import { gradeCommand } from "#cli/grade.ts";
import { mergeCommand } from "#cli/merge.ts";

/** The commands that a cluster runs, as the program knows them. A word that it does not know throws. */
export function ownProgram(): Command {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  for (const command of [gradeCommand(), mergeCommand()]) {
    program.addCommand(command.exitOverride().configureOutput({ writeErr: () => undefined }));
  }
  return program;
}

/** A command line as the program reads it. */
export interface OwnWords {
  readonly command: string;
  readonly submissions: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Reads a command line as the program would, and does nothing. */
export function parseOwnWords(words: readonly string[]): OwnWords {
  const program = ownProgram();
  let parsed: OwnWords | undefined;
  for (const command of program.commands) {
    command.action((submissions: string[], options: Record<string, unknown>) => {
      parsed = { command: command.name(), submissions, options };
    });
  }
  program.parse(words, { from: "user" });
  if (parsed === undefined) throw new Error(`no command: ${words.join(" ")}`);
  return parsed;
}
