import { Command } from "commander";
import { readExerciseFolder, wrongSources } from "../exercise/folder.ts";
import { NodeSandbox } from "../host/node.ts";
import type { GradeResult } from "../judge/result.ts";
import { resultJson } from "../report/json.ts";
import { resultText } from "../report/text.ts";
import { readAnswerFile } from "./answer-file.ts";
import { exitCode } from "./exit-code.ts";
import { requireExercise } from "./known-exercise.ts";

interface GradeOptions {
  readonly json?: boolean;
  readonly failOnTest?: boolean;
}

export function gradeCommand(): Command {
  return new Command("grade")
    .description("Grades one answer to an exercise, as the page does.")
    .argument("<exercise>", "the exercise's name, straight-copy say")
    .argument("<file>", "the answer: a TypeScript file that exports what the exercise asks for")
    .option("--json", "print the result as JSON, schema coalesce/result/v1, byte for byte what the page computes")
    .option("--fail-on-test", "exit with 1 unless the answer passes")
    .addHelpText(
      "after",
      `
The answer runs in a process of its own without access to anything; one that does not end is stopped.
Type errors are shown (with --json on standard error) and do not keep the answer from being graded.

Examples:
  coalesce grade straight-copy exercises/straight-copy/starter.ts
  coalesce grade row-walk my-answer.ts --json | jq .score
  coalesce grade row-walk my-answer.ts --fail-on-test && echo passed

Exit codes: 0 graded, whatever the verdict · 1 with --fail-on-test, not passed · 2 usage · 3 the grader failed`,
    )
    .action(grade);
}

async function grade(exercise: string, file: string, { json, failOnTest }: GradeOptions): Promise<void> {
  await requireExercise(exercise);
  const source = await readAnswerFile(file);
  await showTypeMistakes(source, file, json ? process.stderr : process.stdout);
  const result = await gradeSource(exercise, source);
  process.stdout.write(json ? resultJson(result) : resultText(result));
  if (result.status === "fault") process.exitCode = exitCode.infrastructure;
  else if (failOnTest && result.status !== "pass") process.exitCode = exitCode.found;
}

async function gradeSource(id: string, source: string): Promise<GradeResult> {
  const { version, files } = await readExerciseFolder(id);
  const sandbox = new NodeSandbox({ fresh: true });
  try {
    const job = { exercise: id, exerciseVersion: version, source, wrongSources: wrongSources(files), mode: "grade" } as const;
    const jobResult = await sandbox.run(job);
    if (jobResult.mode !== "grade") throw new Error(`the sandbox was asked for a grade and gave a ${jobResult.mode}`);
    return jobResult.result;
  } finally {
    await sandbox.close();
  }
}

/** Larger sources are not written by hand, and the compiler would take its time over them. */
const TYPECHECKED_CHARACTERS = 100_000;

async function showTypeMistakes(source: string, file: string, output: NodeJS.WriteStream): Promise<void> {
  if (source.length > TYPECHECKED_CHARACTERS) return;
  // The compiler is large: only who needs it waits for it.
  const { typecheck } = await import("../answer/typecheck.ts");
  const mistakes = typecheck(source);
  for (const { line, column, code, message } of mistakes) output.write(`${file}:${line}:${column} type error TS${code}: ${message}\n`);
  if (mistakes.length > 0) output.write("\n");
}
