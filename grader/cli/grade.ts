import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { Command } from "commander";
import { InputError } from "#classroom/assignment/input-error.ts";
import { manifestOf, tasksOfShard, writeManifest, type Shard } from "#classroom/grading/manifest.ts";
import { VerdictStore } from "#classroom/grading/verdict-store.ts";
import { KERNEL_FILE, readExerciseFolder, wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import { timeAccuracySentence } from "#pictures/time-accuracy.ts";
import type { AnswerText } from "#judge/answer-text.ts";
import { growthOf, type AnswerTime } from "#judge/answer-time.ts";
import { naiveAnswer } from "#judge/exercise.ts";
import type { GradeJob } from "#judge/grade.ts";
import type { Printed } from "#judge/printed.ts";
import { printedText } from "#judge/report/printed-text.ts";
import { adviceFor } from "#judge/report/advice.ts";
import { answerTimeSentences } from "#judge/report/answer-time-sentence.ts";
import type { GradeResult } from "#judge/result.ts";
import { resultJson, resultText } from "#judge/report/result-text.ts";
import {
  addClassOptions,
  areSolutionsShown,
  classSummary,
  faultLines,
  judgeClass,
  judgingLine,
  loadReports,
  refuseNaming,
  readClassPlan,
  workersOption,
  writeClass,
  type ClassFiles,
  type ClassOptions,
} from "./class.ts";
import { say, sayJson, warn } from "./terminal.ts";
import { exitCode, readInputFile, requireExercise } from "./usage.ts";

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

An answer whose name ends in .cu is CUDA C++: a __device__ function for each hole of the exercise's kernel.cu, and a constant for each
number. Its functions may have the kernel's arguments as parameters, by their names. An answer to a capstone is always in CUDA C++, with
its own kernels: they run in the lab, on hidden inputs, where nothing may be wrong and no budget broken.

One answer: how long an H200 would take for it is shown, too, by the model, beside the exercise's naive version; no verdict depends
on it, and --json leaves it out. Type errors are shown (with --json on standard error) and do not keep it from being graded. What it prints with
console.log is shown on standard error, with the thread that printed it.

A class: a folder of submissions holds the files that "Hand in" wrote, or a folder for each student with <exercise>.ts in it, or .cu for a capstone.
Every answer is judged again from its source, also on the hidden cases; what the page said of it counts for nothing. What cannot
be read is named in the reports and stops nothing else. Killed, or run again, it judges only what has no verdict yet.

Examples:
  coalesce grade straight-copy exercises/straight-copy/starter.ts
  coalesce grade row-walk my-answer.ts --json | jq .score
  coalesce grade row-walk my-answer.cu
  coalesce grade particle-layout particles.cu
  coalesce grade row-walk my-answer.ts --fail-on-test && echo passed
  coalesce grade --assignment week-1.yaml handed-in/ --out results/
  coalesce grade --assignment week-1.yaml handed-in/ --out shard2/ --shard 2/4

Exit codes: 0 graded, whatever the verdict · 1 with --fail-on-test, not passed; an adjustment is for nobody in the class · 2 usage · 3 some answer has no verdict`,
    )
    .action(grade);
}

async function grade(args: string[], options: GradeOptions): Promise<void> {
  const { assignment, ...others } = options;
  if (assignment === undefined) return gradeOne(args, options);
  refuse(others, ["json", "failOnTest"], "is for one answer; with --assignment the folder of results holds each student's result");
  const { out, shard, workers = availableParallelism(), asOf, received, roster, layout, adjustments, anonymous, against, replace } = others;
  if (out === undefined) throw new InputError("name the folder of results with --out, results/ say; add --help for examples");
  if (shard !== undefined && asOf !== undefined) throw new InputError("a shard writes no reports: give --as-of to coalesce merge");
  refuseNaming(others);
  const part = shard === undefined ? undefined : parseShard(shard);
  await gradeClass(
    { assignment, submissions: args, received, roster, layout, adjustments, anonymous, results: [out] },
    { out, workers, shard: part, asOf, against, replace },
  );
}

async function gradeOne(args: readonly string[], options: GradeOptions): Promise<void> {
  refuse(
    options,
    ["out", "asOf", "received", "roster", "layout", "adjustments", "anonymous", "against", "replace", "workers", "shard"],
    "is for a class: name its assignment with --assignment",
  );
  const [exercise, given, ...more] = args;
  if (exercise === undefined || given === undefined || more.length > 0) {
    throw new InputError("name an exercise and one answer's file, or an --assignment; add --help for examples");
  }
  const { json, failOnTest } = options;
  await requireExercise(exercise);
  const file = await answerFile(exercise, given);
  const source = await readInputFile(file);
  const folder = await readExerciseFolder(exercise);
  const answer = answerOf(folder, file, source);
  const isCapstone = folder.exercise.cuda !== undefined;
  const isInCuda = isCapstone || answer.kernel !== undefined;
  if (!isInCuda) await showTypeErrors(source, file, json ? warn : say);
  const sandbox = new Sandbox(childProcess, { jobs: JOBS_OF_ONE_ANSWER });
  try {
    const { result, printed } = await gradeAnswer(sandbox, folder, answer);
    warn(printedText(printed));
    if (json) sayJson(resultJson(result));
    else {
      say(resultText(result, isInCuda ? undefined : adviceFor(result, source)));
      if (!isCapstone && (result.status === "pass" || result.status === "fail")) say(await timeText(sandbox, folder, answer));
    }
    if (result.status === "fault") process.exitCode = exitCode.infrastructure;
    else if (failOnTest && result.status !== "pass") process.exitCode = exitCode.found;
  } finally {
    await sandbox.close();
  }
}

/** One answer is graded; then it and the naive version are timed, each in two cases. The page does all this in one process, too. */
const JOBS_OF_ONE_ANSWER = 5;

/** A file as an answer: one whose name ends in .cu is CUDA C++ for the holes of the exercise's kernel. */
function answerOf({ files }: ExerciseFolder, file: string, source: string): AnswerText {
  const kernel = files.get(KERNEL_FILE);
  return file.endsWith(".cu") && kernel !== undefined ? { source, kernel } : { source };
}

/** An answer's file: the one that is named, or in a folder, such as a repository that a class hands in, that of the exercise. */
async function answerFile(exercise: string, given: string): Promise<string> {
  if (!(await stat(given).catch(() => undefined))?.isDirectory()) return given;
  const names = ["cu", "ts"].map((ending) => `${exercise}.${ending}`);
  const found = names.map((name) => path.join(given, name)).find((file) => existsSync(file));
  if (found === undefined) throw new InputError(`there is no ${names.join(" or ")} in ${given}`);
  return found;
}

/** @throws InputError if one of these options was given; `why` says why they make no sense here */
function refuse(options: GradeOptions, names: readonly (keyof GradeOptions)[], why: string): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given !== undefined) throw new InputError(`--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${why}`);
}

/** The modelled time of an answer and of the naive version on an H200; nothing for an answer that is not right. */
async function timeText(sandbox: Sandbox, { exercise, files }: ExerciseFolder, answer: AnswerText): Promise<string> {
  const time = async (timed: AnswerText, growth?: number): Promise<AnswerTime | undefined> => {
    const outcome = await sandbox.time({ exercise: exercise.id, ...timed, ...(growth !== undefined && { growth }) });
    return outcome.status === "timed" ? outcome : undefined;
  };
  const naive = naiveAnswer(exercise);
  const naiveSource = naive === undefined ? undefined : wrongSources(files)[naive];
  const timeNaive = async (growth?: number) => (naiveSource === undefined ? undefined : time({ source: naiveSource }, growth));
  const own = await time(answer);
  if (own === undefined) return "";
  const other = await timeNaive();
  const growth = growthOf(own, other);
  const [ownGrown, otherGrown] = growth === 1 ? [own, other] : [await time(answer, growth), await timeNaive(growth)];
  return `\n${answerTimeSentences(ownGrown ?? own, otherGrown)} ${timeAccuracySentence()}\n`;
}

async function gradeAnswer(
  sandbox: Sandbox,
  { exercise: { id }, version, files }: ExerciseFolder,
  answer: AnswerText,
): Promise<{ readonly result: GradeResult; readonly printed: Printed }> {
  const job: GradeJob = { exercise: id, exerciseVersion: version, ...answer, wrongSources: wrongSources(files), isFollowed: true };
  return sandbox.gradeAndPrint(job);
}

/** Longer sources are not type-checked: nobody wrote them by hand, and they would take the compiler long. */
const TYPECHECKED_CHARACTERS = 100_000;

/** Shows type errors. They do not affect the verdict. */
async function showTypeErrors(source: string, file: string, show: (text: string) => void): Promise<void> {
  if (source.length > TYPECHECKED_CHARACTERS) return;
  // The compiler is large, so it is loaded only where it is needed.
  const { typecheck } = await import("#sandbox/answer/typecheck.ts");
  const errors = typecheck(source);
  for (const { line, column, code, message } of errors) show(`${file}:${line}:${column} type error TS${code}: ${message}\n`);
  if (errors.length > 0) show("\n");
}

interface GradeClassOptions {
  /** The folder of results. */
  readonly out: string;
  readonly workers: number;
  readonly shard: Shard | undefined;
  /** A local time of the assignment; without one, solutions are not shown. */
  readonly asOf: string | undefined;
  readonly against: readonly string[] | undefined;
  /** Whether students may lose their answers in the folder. */
  readonly replace: boolean | undefined;
}

/** Judges the answers of a class that have no verdict yet. Then, unless they were only a shard, grades the class and writes all reports. */
async function gradeClass(files: ClassFiles, { out, workers, shard, asOf, against, replace = false }: GradeClassOptions): Promise<void> {
  const plan = await readClassPlan(files);
  const solutionsShown = areSolutionsShown(plan, asOf);
  await writeManifest(out, manifestOf(plan, shard), { replace });
  const store = new VerdictStore(out, plan.assignment.secret);
  const judged = judgeClass(tasksOfShard(plan.tasks, shard), store, workers);
  const reports = shard === undefined ? loadReports(plan, workers) : undefined;
  const judging = await judged;
  warn(faultLines(judging));
  if (judging.faults.length > 0) process.exitCode = exitCode.infrastructure;
  if (shard === undefined) {
    const roster = files.anonymous === undefined ? files.roster : undefined;
    const grades = await writeClass(plan, store, { out, solutionsShown, roster, against }, reports);
    say(classSummary(grades, judging, out));
  } else {
    say(`Shard ${shard.index} of ${shard.count}: ${judgingLine(judging)}. "coalesce merge" puts the shards together.\n`);
  }
}

/**
 * A shard as it is written on the command line: "2/4" is the third of four. For "/4", the index is taken from JOB_COMPLETION_INDEX, which a
 * Kubernetes Indexed Job sets.
 *
 * @throws InputError for anything else
 */
export function parseShard(text: string, completionIndex = process.env.JOB_COMPLETION_INDEX): Shard {
  const [, written, count] = /^(\d*)\/([1-9]\d*)$/.exec(text) ?? [];
  if (count === undefined) throw new InputError(`--shard ${text} isn't a part of the work; 0/4 is the first of four parts, 3/4 the last`);
  const index = written === "" ? completionIndex : written;
  if (index === undefined || !/^\d+$/.test(index)) {
    throw new InputError(`--shard ${text} takes the number of the part from JOB_COMPLETION_INDEX, which is not set; write 0${text}, say`);
  }
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index >= shard.count) {
    throw new InputError(`there is no part ${shard.index} of ${shard.count}: parts count from 0, the last is ${shard.count - 1}/${count}`);
  }
  return shard;
}
