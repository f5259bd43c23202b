import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import type { Answer, AnswerExport, LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { volume } from "#simulator";
import { isJudgedIn, type Case, type CheckInput, type Exercise } from "./exercise.ts";
import { CaseRefused, traceCase } from "./run-case.ts";

/** Where functions are looked for that could stand in for one of an answer's, and what is tried with them. */
export interface Trial {
  readonly exercise: Exercise;
  /** Loads the answer anew. */
  readonly load: LoadAnswer;
  /** The exercise's wrong answers: of each, most functions are right. */
  readonly donors: readonly LoadAnswer[];
  /** The run that failed. */
  readonly failed: CheckInput;
  readonly progress: () => void;
}

/** Loads and stores of a run that is tried again and again. */
const MOST_LANES = 2_000_000;

/**
 * The functions of an answer that are enough to change: with one of another answer in its place, and all others as they are, every element
 * of the small cases is right. Of several, those are named whose change makes most of the costs right as well.
 */
export function suspectsOf(trial: Trial): string[] {
  const { exercise, load, failed } = trial;
  const functions = exercise.exports.filter(({ kind }) => kind === "function").map(({ name }) => name);
  if (functions.length === 1) return functions;
  if (failed.trace.accesses.reduce((sum, { activeLanes }) => sum + activeLanes, 0) > MOST_LANES) return [];
  const cases = [failed.case, ...exercise.cases.filter((other) => other !== failed.case && isTried(other))];
  const answer = load();
  const donors = trial.donors.map(loaded).filter((donor) => donor !== undefined);
  const found = functions.flatMap((name) => {
    const failures = distinct(
      donors.map((donor) => donor[name]!),
      answer[name]!,
    )
      .map((replaced) => failedCosts({ ...load(), [name]: replaced }, cases, trial))
      .filter((count) => count !== undefined);
    return failures.length === 0 ? [] : [{ name, failures: Math.min(...failures) }];
  });
  const fewest = Math.min(...found.map(({ failures }) => failures));
  return found.filter(({ failures }) => failures === fewest).map(({ name }) => name);
}

/** A case in which an answer that puts one function right is tried, too. */
function isTried({ launch: { gridDim, blockDim }, fullSize = false, hidden = false, personal = false }: Case): boolean {
  return !fullSize && !hidden && !personal && volume(gridDim) * volume(blockDim) <= 16_384;
}

/** Each function once, by its text; without the answer's own. */
function distinct(functions: readonly AnswerExport[], own: AnswerExport): AnswerExport[] {
  const byText = new Map(functions.map((one) => [textOf(one), one]));
  byText.delete(textOf(own));
  return [...byText.values()];
}

function textOf(value: AnswerExport): string {
  return typeof value === "number" ? String(value) : Function.prototype.toString.call(value);
}

function loaded(load: LoadAnswer): Answer | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof AnswerRefused) return undefined;
    throw error;
  }
}

/** How many checks of cost an answer fails; undefined where it isn't right. */
function failedCosts(answer: Answer, cases: readonly Case[], { exercise, progress }: Trial): number | undefined {
  let failed = 0;
  for (const caseOfRun of cases) {
    const run = ranOrRefused(exercise, caseOfRun, answer, progress);
    if (run === undefined) return undefined;
    for (const check of exercise.checks.filter((one) => isJudgedIn(one, caseOfRun))) {
      if (check.judge(run).verdict === "pass") continue;
      if (check.kind === "correctness") return undefined;
      failed++;
    }
  }
  return failed;
}

function ranOrRefused(exercise: Exercise, caseOfRun: Case, answer: Answer, progress: () => void): CheckInput | undefined {
  try {
    return traceCase(exercise, caseOfRun, answer, { progress });
  } catch (error) {
    if (error instanceof CaseRefused) return undefined;
    throw error;
  }
}
