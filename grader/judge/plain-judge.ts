import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { compile } from "#sandbox/answer/compile.ts";
import { plainAnswerLoader } from "#sandbox/answer/load-answer.ts";
import { plainModule, type PlainProgram } from "#sandbox/answer/plain-module.ts";
import { CallLoops } from "#simulator";
import { WrongBehaviours } from "./diagnosis.ts";
import type { Exercise } from "./exercise.ts";
import { ExpectedTables } from "./expected-tables.ts";
import { failureOf, withDrawnCases, wrongAnswers, type GradeJob } from "./grade.ts";
import { judgeRuns } from "./judge.ts";
import { resultOf, type GradeResult, type Judged } from "./result.ts";
import { CaseRefused, runCase } from "./run-case.ts";

/** Verdicts that are remembered: of as many different programs. A verdict has about 20 KB. */
const MOST_VERDICTS = 1_000;

/** The cache of an exercise, for as long as answers to it come. */
interface Remembered {
  readonly key: string;
  /** With the hidden cases, which a class has in common. */
  readonly exercise: Exercise;
  readonly wrong: WrongBehaviours;
  readonly tables: ExpectedTables;
}

/** The cases and checks of an exercise, with the verdicts on its answers. */
interface Terms {
  readonly key: string;
  readonly exercise: Exercise;
  /** As JSON, by the text of the program. */
  readonly verdicts: Map<string, string>;
}

/**
 * Judges answers one after the other in one process, where that is safe and right: plain programs, which are functions of their arguments
 * and leave nothing behind, and texts that are no program at all. One copy of a plain program is enough for a case, and a second pass would
 * return the same. Programs that differ only in comments, spacing and names are judged once.
 */
export class PlainJudge {
  // Both of the latest job: classes are judged exercise by exercise.
  #remembered: Remembered | undefined;
  #terms: Terms | undefined;

  /**
   * Grades a source as `grade` does.
   *
   * @returns the result that `grade` has for it; undefined where only `grade` can tell: for what is not plain, and for what throws, since
   *   the message of that names its place in the source
   * @throws Error for a fault of the grader or the exercise
   */
  grade(job: GradeJob, exercise: Exercise, progress: () => void): GradeResult | undefined {
    // One answer that somebody looks at is loaded again and again; one in CUDA is no module.
    if (job.isFollowed || job.kernel !== undefined) return undefined;
    const program = plainModule(job.source);
    try {
      if (program === undefined) {
        compile(job.source);
        return undefined;
      }
      const remembered = this.#rememberedOf(job, exercise);
      const { exercise: withDrawn, verdicts } = this.#termsOf(job, remembered);
      const judged = (): Judged => judgedOnce(job.source, program, withDrawn, remembered, progress);
      const verdict = verdicts.get(program.code) ?? JSON.stringify(judged());
      remember(verdicts, program.code, verdict);
      return resultOf(job, JSON.parse(verdict) as Judged);
    } catch (error) {
      const failure = failureOf(error, job.source, exercise);
      return isSameAnyWay(error, program !== undefined) ? resultOf(job, failure) : undefined;
    }
  }

  #termsOf({ personalSeeds = [] }: GradeJob, { key: ofExercise, exercise }: Remembered): Terms {
    const key = JSON.stringify([ofExercise, personalSeeds]);
    if (this.#terms?.key !== key) this.#terms = { key, exercise: withDrawnCases(exercise, { personalSeeds }), verdicts: new Map() };
    return this.#terms;
  }

  #rememberedOf(job: GradeJob, exercise: Exercise): Remembered {
    const { hiddenSeeds = [] } = job;
    const key = JSON.stringify([job.exercise, job.exerciseVersion, hiddenSeeds]);
    const fresh = (): Remembered => ({
      key,
      exercise: withDrawnCases(exercise, { hiddenSeeds }),
      wrong: new WrongBehaviours(exercise, wrongAnswers(job, exercise)),
      tables: new ExpectedTables(),
    });
    return (this.#remembered = this.#remembered?.key === key ? this.#remembered : fresh());
  }
}

/** @throws AnswerRefused, CaseRefused as `judgeRuns` does */
function judgedOnce(
  source: string,
  program: PlainProgram,
  exercise: Exercise,
  { wrong, tables }: Remembered,
  progress: () => void,
): Judged {
  const answer = plainAnswerLoader(source, program, exercise.exports)();
  const loops = new CallLoops();
  return judgeRuns(exercise, {
    run: (testCase) => runCase(exercise, testCase, answer, progress, { tables, loops }),
    wrong,
    progress,
  });
}

/** Whether a failure is the same however the source is run. What is thrown is not: not even whether it would be thrown. */
function isSameAnyWay(error: unknown, isPlain: boolean): boolean {
  if (error instanceof CaseRefused) return error.refusal.reason.kind === "not-an-index";
  if (!(error instanceof AnswerRefused)) return false;
  const { kind } = error.error;
  return isPlain ? kind === "missing-export" || kind === "not-an-index" : kind === "does-not-parse";
}

/** Keeps the latest verdicts. */
function remember(verdicts: Terms["verdicts"], code: string, verdict: string): void {
  verdicts.delete(code);
  verdicts.set(code, verdict);
  const [oldest] = verdicts.keys();
  if (verdicts.size > MOST_VERDICTS && oldest !== undefined) verdicts.delete(oldest);
}
