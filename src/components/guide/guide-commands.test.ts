import { globSync, readFileSync } from "node:fs";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "#cli/analyze.ts";
import { assignmentCommand } from "#cli/assignment.ts";
import { checkCommand } from "#cli/check.ts";
import { gradeCommand } from "#cli/grade.ts";
import { mergeCommand } from "#cli/merge.ts";
import { newCommand } from "#cli/new.ts";
import { packageCommand } from "#cli/package.ts";
import { regradeCommand } from "#cli/regrade.ts";

const guide = new URL("../../../content/guide/", import.meta.url);
const pages = globSync("*.mdx", { cwd: guide }).sort();

/** Commands of our program in the code blocks of each page, each with its continuation lines. */
const ownLines = pages.flatMap((page) => {
  const text = readFileSync(new URL(page, guide), "utf8");
  const shells = [...text.matchAll(/^```sh[^\n]*\n(.*?)^```/gms)].map(([, code = ""]) => code.replaceAll("\\\n", " "));
  return shells.flatMap((code) => code.split("\n").filter((line) => line.startsWith("coalesce "))).map((line) => [page, line] as const);
});

describe("the guide", () => {
  it("has commands on every page", () => expect(new Set(ownLines.map(([page]) => page))).toEqual(new Set(pages)));

  it.each(ownLines)("%s has a command that the program accepts: %s", (_, line) => {
    expect(() => ownProgram().parse(wordsOf(line), { from: "user" })).not.toThrow();
  });

  it("is refused by the program when it has an unknown option", () => {
    expect(() => ownProgram().parse(["grade", "--asignment", "week-1.yaml"], { from: "user" })).toThrow();
  });
});

/** The program with actions that do nothing. */
function ownProgram(): Command {
  const commands = [
    analyzeCommand,
    assignmentCommand,
    checkCommand,
    gradeCommand,
    mergeCommand,
    newCommand,
    packageCommand,
    regradeCommand,
  ];
  const program = new Command();
  for (const command of commands) program.addCommand(command());
  return idle(program);
}

function idle(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  if (command.commands.length === 0) command.action(() => undefined);
  command.commands.forEach(idle);
  return command;
}

/** The words of a line as a shell would split it, as far as the guide needs it. */
function wordsOf(line: string): string[] {
  const [command, ...words] = [...line.replace(/ >.*/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(([word, quoted]) => quoted ?? word);
  expect(command).toBe("coalesce");
  return words;
}
