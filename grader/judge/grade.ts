import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { answerLoader, type LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { readTypeScript, type AnswerText, type ReadAnswer } from "./answer-text.ts";
import type { AnswerTime, AnswerTimeJob, NoAnswerTime } from "./answer-time.ts";
import { compareAnswers, type Comparison, type ComparisonJob } from "./comparison.ts";
import { elementMap, type ElementMap, type ElementMapJob, type NoElementMap } from "./element-map.ts";
import type { Case, Exercise } from "./exercise.ts";
import { hiddenCases, personalCases } from "./hidden-cases.ts";
import { isCorrectRun, judge } from "./judge.ts";
import { previewOf, type PreviewRun } from "./preview.ts";
import { Printer, type Printed } from "./printed.ts";
import { refusalError, unreadableError } from "./report/refusal.ts";
import { resultOf, type AnswerFailure, type GraderFault, type GradeResult } from "./result.ts";
import { CaseRefused, traceCase } from "./run-case.ts";
import { answerTime } from "./time-answer.ts";
import { SketchRefused, runSketch, type SketchRun } from "./run-sketch.ts";
import type { Sketch } from "./sketch.ts";

/** Everything that a grade depends on, as data: what goes into the sandbox. */
export interface GradeJob extends AnswerText {
  /** Id of the exercise. */
  readonly exercise: string;
  /** Content hash of the exercise's folder. */
  readonly exerciseVersion: string;
  /** The exercise's wrong answers, by file name without extension: the diagnosis compares the answer with them. */
  readonly wrongSources: Readonly<Record<string, string>>;
  /** Seeds of the hidden cases that the answer is judged on as well, where it is graded for an assignment. */
  readonly hiddenSeeds?: readonly number[];
  /** Seeds of the cases of the student who wrote it. */
  readonly personalSeeds?: readonly number[];
  /**
   * Whether a wrong element is followed back to the function that it comes from: for one answer that somebody looks at. It takes the answer
   * several more runs, which a class has no time for, and the verdict does not depend on it.
   */
  readonly isFollowed?: boolean;
}

/** Everything that a preview depends on, as data. */
export interface PreviewJob extends AnswerText {
  /** Id of the exercise. Its learner's file may be half written. */
  readonly exercise: string;
}

/** An answer's accesses in the first case of an exercise, or why they cannot be shown. */
export type Preview = PreviewRun | TriedFailure | GraderFault;

/** A sketch's accesses and costs, or why it cannot be run. */
export type SketchOutcome = SketchRun | SketchRefusal | TriedFailure | GraderFault;

/** The fates of the elements that a failed check is about, or why they are not known. */
export type ElementMapOutcome = ElementMap | NoElementMap | AnswerFailure | GraderFault;

/** The modelled time of an answer on a GPU, or why it is not known. */
export type AnswerTimeOutcome = AnswerTime | NoAnswerTime | AnswerFailure | GraderFault;

/** The change from one answer to another, or why it is not known. */
export type ComparisonOutcome = Comparison | AnswerFailure | GraderFault;

/** A failure of something that was tried out, with what it printed before. */
export interface TriedFailure extends AnswerFailure {
  readonly printed?: Printed;
}

/** The kernel or the launch of a sketch is not valid. */
export interface SketchRefusal {
  readonly status: "refused";
  /** The problem, and the remedy. */
  readonly message: string;
}

/**
 * Grades a learner's source over all cases. Browser, command line and continuous integration all call this function.
 * It runs inside a sandbox, because it runs the learner's code.
 *
 * @param progress called many times a second while the answer makes progress
 * @param printer collects what the answer prints; the result does not depend on it
 * @param read reads the languages that the sandbox was built for
 * @throws Error for a fault of the grader or the exercise; what is wrong with the answer is part of the result
 */
export function grade(
  job: GradeJob,
  exercise: Exercise,
  progress: () => void,
  printer = new Printer(),
  read: ReadAnswer = readTypeScript,
): GradeResult {
  const outcome = orFailure(job, exercise, () => {
    const load = read(job, exercise.exports);
    const isFollowed = job.isFollowed ?? false;
    return judge(withDrawnCases(exercise, job), load, wrongAnswers(job, exercise), progress, { printer, isFollowed });
  });
  return resultOf(job, outcome);
}

/** The exercise with the drawn cases that an answer is judged on as well. Hidden ones are last, also those that it has already. */
export function withDrawnCases(
  exercise: Exercise,
  { hiddenSeeds = [], personalSeeds = [] }: Pick<GradeJob, "hiddenSeeds" | "personalSeeds">,
): Exercise {
  const isHidden = ({ hidden = false }: Case): boolean => hidden;
  const visible = exercise.cases.filter((own) => !isHidden(own));
  const hidden = exercise.cases.filter(isHidden);
  return { ...exercise, cases: [...visible, ...personalCases(exercise, personalSeeds), ...hidden, ...hiddenCases(exercise, hiddenSeeds)] };
}

/** The wrong answers of a job by name. */
export function wrongAnswers({ wrongSources }: GradeJob, { exports }: Exercise): Record<string, LoadAnswer> {
  return Object.fromEntries(Object.entries(wrongSources).map(([id, source]) => [id, loadedOnDemand(source, exports)]));
}

/** Reads a source the first time that it is loaded. */
function loadedOnDemand(source: string, exports: Exercise["exports"]): LoadAnswer {
  let load: LoadAnswer | undefined;
  return (print) => (load ??= answerLoader(source, exports))(print);
}

/**
 * Runs only the first case, for the picture beside the editor, while the learner types. It runs inside a sandbox, too.
 *
 * @throws Error for a fault of the grader or the exercise
 */
export function preview(job: PreviewJob, exercise: Exercise, read: ReadAnswer = readTypeScript): Preview {
  const printer = new Printer();
  return withPrinted(
    orFailure(job, exercise, () => previewOf(exercise, read(job, exercise.exports)(printer.print), printer)),
    printer,
  );
}

/**
 * Runs a case once more, to show what became of every element that a failed check is about.
 *
 * @param progress called many times a second while the answer makes progress
 * @throws Error for a fault of the grader or the exercise
 */
export function mapElements(
  job: ElementMapJob,
  exercise: Exercise,
  progress: () => void,
  read: ReadAnswer = readTypeScript,
): ElementMapOutcome {
  return orFailure(job, exercise, () => elementMap(job, withDrawnCases(exercise, job), read(job, exercise.exports), progress));
}

/**
 * Says how long a GPU would take for an answer, by the model. No verdict depends on it.
 *
 * @param progress called many times a second while the answer makes progress
 * @throws Error for a fault of the grader or the exercise
 */
export function timeAnswer(
  job: AnswerTimeJob,
  exercise: Exercise,
  progress: () => void,
  read: ReadAnswer = readTypeScript,
): AnswerTimeOutcome {
  return orFailure(job, exercise, () => answerTime(exercise, read(job, exercise.exports)(), progress, job.growth));
}

/**
 * Runs an answer that passed and another one, and holds their costs against each other.
 *
 * @param progress called many times a second while the answers make progress
 * @throws Error for a fault of the grader or the exercise
 */
export function compare(
  job: ComparisonJob,
  exercise: Exercise,
  progress: () => void,
  read: ReadAnswer = readTypeScript,
): ComparisonOutcome {
  const load = (answer: AnswerText) => read(answer, exercise.exports)();
  return orFailure(job, exercise, () => compareAnswers(exercise, load(job), load({ source: job.other }), progress));
}

/**
 * Runs a sketch, inside a sandbox like the others.
 *
 * @param exercise the exercise whose kernel it runs, if it runs one
 * @throws Error for a fault of the grader or the exercise
 */
export function tryOut(sketch: Sketch, exercise: Exercise | undefined): SketchOutcome {
  const printer = new Printer();
  try {
    return withPrinted(
      orFailure({ source: sketch.program.source }, undefined, () => runSketch(sketch, exercise, printer)),
      printer,
    );
  } catch (error) {
    if (error instanceof SketchRefused) return { status: "refused", message: error.message };
    throw error;
  }
}

function withPrinted<T extends { readonly status: string }>(outcome: T | AnswerFailure, { printed }: Printer): T | TriedFailure {
  return outcome.status === "error" ? { ...(outcome as AnswerFailure), printed } : outcome;
}

/** Turns a failure that the answer caused into a result. */
function orFailure<T>(answer: AnswerText, exercise: Exercise | undefined, work: () => T): T | AnswerFailure {
  try {
    return work();
  } catch (error) {
    return answer.kernel === undefined ? failureOf(error, answer.source, exercise) : cudaFailureOf(error);
  }
}

/** The failure that an answer in CUDA caused: what beginners' mistakes in TypeScript look like says nothing of it. */
function cudaFailureOf(error: unknown): AnswerFailure {
  if (error instanceof AnswerRefused) return { status: "error", error: error.error };
  if (error instanceof CaseRefused) return { status: "error", error: refusalError(error, "") };
  throw error;
}

/**
 * The failure that the answer with this source, in TypeScript, caused.
 *
 * @param exercise that it answers, if it answers one: fixes are tried on it
 * @throws the error itself where it is one of the grader or the exercise
 */
export function failureOf(error: unknown, source: string, exercise: Exercise | undefined): AnswerFailure {
  if (error instanceof AnswerRefused) return { status: "error", error: unreadableError(error, source) };
  if (error instanceof CaseRefused)
    return { status: "error", error: refusalError(error, source, exercise && ((fixed) => isRight(fixed, exercise))) };
  throw error;
}

/** Whether a source is right in the small cases that everybody knows. */
function isRight(source: string, exercise: Exercise): boolean {
  try {
    const load = answerLoader(source, exercise.exports);
    const small = exercise.cases.filter(({ fullSize, hidden, personal }) => !fullSize && !hidden && !personal);
    return small.every((testCase) => isCorrectRun(exercise, traceCase(exercise, testCase, load(), {})));
  } catch (error) {
    if (error instanceof AnswerRefused || error instanceof CaseRefused) return false;
    throw error;
  }
}
