import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { loadAnswer } from "#sandbox/answer/load-answer.ts";
import type { Exercise } from "./exercise.ts";
import { hiddenCases } from "./hidden-cases.ts";
import { judge } from "./judge.ts";
import { previewOf, type PreviewRun } from "./preview.ts";
import { refusalError } from "./report/refusal.ts";
import { resultOf, type AnswerFailure, type GraderFault, type GradeResult } from "./result.ts";
import { CaseRefused } from "./run-case.ts";

/** Everything that a grade depends on, as data: what goes into the sandbox. */
export interface GradeJob {
  /** Id of the exercise. */
  readonly exercise: string;
  /** Content hash of the exercise's folder. */
  readonly exerciseVersion: string;
  /** The learner's file. */
  readonly source: string;
  /** The exercise's wrong answers, by file name without extension: the diagnosis compares the answer with them. */
  readonly wrongSources: Readonly<Record<string, string>>;
  /** Seeds of the hidden cases that the answer is judged on as well, where it is graded for an assignment. */
  readonly hiddenSeeds?: readonly number[];
}

/** Everything that a preview depends on, as data. */
export interface PreviewJob {
  /** Id of the exercise. */
  readonly exercise: string;
  /** The learner's file, which may be half written. */
  readonly source: string;
}

/** What an answer does in the first case of an exercise, or why that cannot be shown. */
export type Preview = PreviewRun | AnswerFailure | GraderFault;

/**
 * Grades a learner's source over all cases. Browser, command line and continuous integration all call this function.
 * It runs inside a sandbox, because it runs the learner's code.
 *
 * @param progress called many times a second while the answer makes progress
 * @throws Error for a fault of the grader or the exercise; what is wrong with the answer is part of the result
 */
export function grade(job: GradeJob, exercise: Exercise, progress: () => void): GradeResult {
  const outcome = orFailure(() => {
    const answer = loadAnswer(job.source, exercise.exports);
    const cases = [...exercise.cases, ...hiddenCases(exercise, job.hiddenSeeds ?? [])];
    const wrongAnswers = Object.entries(job.wrongSources).map(([id, source]) => [id, () => loadAnswer(source, exercise.exports)] as const);
    return judge({ ...exercise, cases }, answer, Object.fromEntries(wrongAnswers), progress);
  });
  return resultOf(job, outcome);
}

/**
 * Runs only the first case, for the picture beside the editor, while the learner types. It runs inside a sandbox, too.
 *
 * @throws Error for a fault of the grader or the exercise
 */
export function preview({ source }: PreviewJob, exercise: Exercise): Preview {
  return orFailure(() => previewOf(exercise, loadAnswer(source, exercise.exports)));
}

/** Turns a failure that the answer caused into a result. */
function orFailure<T>(work: () => T): T | AnswerFailure {
  try {
    return work();
  } catch (error) {
    if (error instanceof AnswerRefused) return { status: "error", error: error.error };
    if (error instanceof CaseRefused) return { status: "error", error: refusalError(error) };
    throw error;
  }
}
