import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import type { Answer, AnswerExport, LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { volume } from "#simulator";
import { isJudgedIn, type Case, type CheckInput, type Exercise } from "./exercise.ts";
import { CaseRefused, traceCase } from "./run-case.ts";

/** The functions that could replace one of an answer's, and the trial of each. */
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
 * The functions of an answer that are enough to change: with one of another answer in its place, and all others as they are, every check
 * of the small cases passes, those of costs too. None where the answer has several mistakes, or another arrangement than all others.
 */
export function suspectsOf(trial: Trial): string[] {
  const { exercise, load, failed } = trial;
  const functions = exercise.exports.filter(({ kind }) => kind === "function").map(({ name }) => name);
  if (functions.length === 1) return functions;
  if (failed.trace.accesses.reduce((sum, { activeLanes }) => sum + activeLanes, 0) > MOST_LANES) return [];
  const cases = [failed.case, ...exercise.cases.filter((other) => other !== failed.case && isTried(other))];
  const answer = load();
  const donors = trial.donors.map(loaded).filter((donor) => donor !== undefined);
  return functions.filter((name) =>
    distinct(
      donors.map((donor) => donor[name]!),
      answer[name]!,
    ).some((replaced) => passes({ ...load(), [name]: replaced }, cases, trial)),
  );
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

/** Whether an answer passes all checks in these cases: what is right at a higher cost is no way to put an answer right. */
function passes(answer: Answer, cases: readonly Case[], { exercise, progress }: Trial): boolean {
  return cases.every((testCase) => {
    const run = ranOrRefused(exercise, testCase, answer, progress);
    return run !== undefined && exercise.checks.every((check) => !isJudgedIn(check, testCase) || check.judge(run).verdict === "pass");
  });
}

function ranOrRefused(exercise: Exercise, testCase: Case, answer: Answer, progress: () => void): CheckInput | undefined {
  try {
    return traceCase(exercise, testCase, answer, { progress });
  } catch (error) {
    if (error instanceof CaseRefused) return undefined;
    throw error;
  }
}
