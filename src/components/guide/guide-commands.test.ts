import { globSync, readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { commands } from "#cli/commands.ts";

const guide = new URL("../../../content/guide/", import.meta.url);
const pages = globSync("*.mdx", { cwd: guide }).sort();

/** Commands of our program in the code blocks of each page, each with its continuation lines. */
const ownLines = pages.flatMap((page) => {
  const text = readFileSync(new URL(page, guide), "utf8");
  const shells = [...text.matchAll(/^```sh[^\n]*\n(.*?)^```/gms)].map(([, code = ""]) => code.replaceAll("\\\n", " "));
  return shells.flatMap((code) => code.split("\n").filter((line) => line.startsWith("coalesce "))).map((line) => [page, line] as const);
});

/** Thrown in place of the action of a command whose arguments and options are all right. */
class Accepted extends Error {}

const program = new Command().hook("preAction", () => {
  throw new Accepted();
});
for (const load of Object.values(commands)) program.addCommand(quiet(await load()));

/** A command that throws where it would end the process, and prints nothing. */
function quiet(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  command.commands.forEach(quiet);
  return command;
}

/** Pages with nothing to run: for those who ask what the course does with data, and for whom it can be read, and a reference. */
const STATEMENTS = ["09-data.mdx", "10-accessibility.mdx", "13-reference-of-kit.mdx"];

describe("the guide", () => {
  it("has commands on every page", () =>
    expect(new Set(ownLines.map(([page]) => page))).toEqual(new Set(pages.filter((page) => !STATEMENTS.includes(page)))));

  it.each(ownLines)("%s has a command that the program accepts: %s", (_, line) => {
    expect(() => program.parse(wordsOf(line), { from: "user" })).toThrow(Accepted);
  });

  it("is refused by the program when it has an unknown option", () => {
    expect(() => program.parse(["grade", "--asignment", "week-1.yaml"], { from: "user" })).toThrow(CommanderError);
  });
});

/** The words of a line as a shell would split it, as far as the guide needs it. */
function wordsOf(line: string): string[] {
  const [command, ...words] = [...line.replace(/ >.*/, "").matchAll(/"([^"]*)"|(\S+)/g)].map(([word, quoted]) => quoted ?? word);
  expect(command).toBe("coalesce");
  return words;
}
