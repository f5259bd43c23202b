import { availableParallelism } from "node:os";
import { Command } from "commander";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import type { GradeResult } from "#judge/result.ts";
import { resultJson, resultText } from "#judge/report/result-text.ts";
import { addClassOptions, workersOption, type ClassOptions } from "./class-options.ts";
import { exitCode, UsageError } from "./exit-code.ts";
import { gradeClassCommand } from "./grade-class.ts";
import { readInputFile } from "./input-file.ts";
import { requireExercise } from "./known-exercise.ts";
import { parseShard } from "./shard.ts";

interface GradeOptions extends ClassOptions {
  readonly json?: boolean;
  readonly failOnTest?: boolean;
  readonly workers?: number;
  readonly shard?: string;
}

export function gradeCommand(): Command {
  const command = new Command("grade")
    .description("Grades one answer to an exercise, as the page does; or all that a class handed in for an assignment.")
    .usage("<exercise> <file> [--json] [--fail-on-test]\n       coalesce grade --assignment <file> <submissions...> --out <folder>")
    .argument("<words...>", "an exercise's name and an answer's file; with --assignment, files and folders that were handed in")
    .option("--json", "one answer: print the result as JSON, schema coalesce/result/v1, byte for byte what the page computes")
    .option("--fail-on-test", "one answer: exit with 1 unless it passes");
  return addClassOptions(command)
    .addOption(workersOption())
    .option("--shard <i/n>", "judge only part i of n, from 0, and write no reports; /n takes i from JOB_COMPLETION_INDEX")
    .addHelpText(
      "after",
      `
An answer runs in a process of its own without access to anything; one that does not end is stopped.

One answer: type errors are shown (with --json on standard error) and do not keep it from being graded.

A class: a folder of submissions holds the files that "Hand in" wrote, or a folder for each student with <exercise>.ts in it.
Every answer is judged anew from its source, also on the hidden cases; what the page said of it counts for nothing. What cannot
be read is named in the reports and stops nothing else. Killed, or run again, it judges only what has no verdict yet.

Examples:
  coalesce grade straight-copy exercises/straight-copy/starter.ts
  coalesce grade row-walk my-answer.ts --json | jq .score
  coalesce grade row-walk my-answer.ts --fail-on-test && echo passed
  coalesce grade --assignment week-1.yaml handed-in/ --out results/
  coalesce grade --assignment week-1.yaml handed-in/ --out shard2/ --shard 2/4

Exit codes: 0 graded, whatever the verdict · 1 with --fail-on-test, not passed · 2 usage · 3 some answer has no verdict`,
    )
    .action(grade);
}

async function grade(words: string[], options: GradeOptions): Promise<void> {
  const { assignment, ...others } = options;
  if (assignment === undefined) return gradeOne(words, options);
  refuse(others, ["json", "failOnTest"], "is for one answer; with --assignment the folder of results holds each student's result");
  const { out, shard, workers = availableParallelism(), asOf, received } = others;
  if (out === undefined) throw new UsageError("name the folder of results with --out, results/ say; add --help for examples");
  if (shard !== undefined && asOf !== undefined) throw new UsageError("a shard writes no reports: give --as-of to coalesce merge");
  await gradeClassCommand({
    assignment,
    submissions: words,
    out,
    workers,
    ...(shard !== undefined && { shard: parseShard(shard) }),
    ...(asOf !== undefined && { asOf }),
    ...(received !== undefined && { received }),
  });
}

async function gradeOne(words: readonly string[], options: GradeOptions): Promise<void> {
  refuse(options, ["out", "asOf", "received", "workers", "shard"], "is for a class: name its assignment with --assignment");
  if (words.length !== 2) throw new UsageError("name an exercise and one answer's file, or an --assignment; add --help for examples");
  const [exercise, file] = words;
  const { json, failOnTest } = options;
  await requireExercise(exercise);
  const source = await readInputFile(file);
  await showTypeMistakes(source, file, json ? process.stderr : process.stdout);
  const result = await gradeSource(exercise, source);
  process.stdout.write(json ? resultJson(result) : resultText(result));
  if (result.status === "fault") process.exitCode = exitCode.infrastructure;
  else if (failOnTest && result.status !== "pass") process.exitCode = exitCode.found;
}

/** @throws UsageError when one of the options was given: they make no sense beside the others */
function refuse(options: GradeOptions, names: readonly (keyof GradeOptions)[], why: string): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${why}`);
}

async function gradeSource(id: string, source: string): Promise<GradeResult> {
  const { version, files } = await readExerciseFolder(id);
  const sandbox = new Sandbox(childProcess, { fresh: true });
  try {
    return await sandbox.grade({ exercise: id, exerciseVersion: version, source, wrongSources: wrongSources(files) });
  } finally {
    await sandbox.close();
  }
}

/** Larger sources are not written by hand, and the compiler would take its time over them. */
const TYPECHECKED_CHARACTERS = 100_000;

async function showTypeMistakes(source: string, file: string, output: NodeJS.WriteStream): Promise<void> {
  if (source.length > TYPECHECKED_CHARACTERS) return;
  // The compiler is large: only who needs it waits for it.
  const { typecheck } = await import("#sandbox/answer/typecheck.ts");
  const mistakes = typecheck(source);
  for (const { line, column, code, message } of mistakes) output.write(`${file}:${line}:${column} type error TS${code}: ${message}\n`);
  if (mistakes.length > 0) output.write("\n");
}
