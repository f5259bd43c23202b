import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { plainAnswerLoader } from "#sandbox/answer/load-answer.ts";
import { plainModule } from "#sandbox/answer/plain-module.ts";
import { Candidate } from "./candidate.ts";
import { WrongBehaviours } from "./diagnosis.ts";
import type { Exercise } from "./exercise.ts";
import { withDrawnCases, wrongAnswers, type GradeJob } from "./grade.ts";
import { judgeRuns } from "./judge.ts";
import { resultOf, type GradeResult, type Judged } from "./result.ts";
import { CaseRefused } from "./run-case.ts";

/** Verdicts that are remembered: of as many different programs. A verdict has about 20 KB. */
const MOST_VERDICTS = 1_000;

/** What is the same for all answers to an exercise in one class, with what is remembered of them. */
interface Terms {
  readonly key: string;
  readonly exercise: Exercise;
  readonly wrong: WrongBehaviours;
  /** As JSON, by the text of the program; null for one whose verdict is not found here. */
  readonly verdicts: Map<string, string | null>;
}

/**
 * Judges plain answers, one after the other in one process: a plain program is a function of its arguments, and leaves nothing behind, so
 * one copy of it is enough for a case, and a second pass would return the same. Programs that differ only in comments, spacing and names
 * are judged once.
 */
export class PlainJudge {
  /** Of the latest exercise: classes are judged exercise by exercise. */
  #terms: Terms | undefined;

  /**
   * Grades a source as `grade` does, if it is plain and its functions return an index whenever they are called.
   *
   * @returns the result that `grade` has for it; undefined where only `grade` can tell
   * @throws Error for a fault of the grader or the exercise
   */
  grade(job: GradeJob, exercise: Exercise, progress: () => void): GradeResult | undefined {
    const program = plainModule(job.source);
    if (program === undefined) return undefined;
    const terms = this.#termsOf(job, exercise);
    const known = terms.verdicts.get(program.code);
    const verdict = known === undefined ? judged(program, terms, progress) : known;
    remember(terms.verdicts, program.code, verdict);
    return verdict === null ? undefined : resultOf(job, JSON.parse(verdict) as Judged);
  }

  #termsOf(job: GradeJob, exercise: Exercise): Terms {
    const key = JSON.stringify([job.exercise, job.exerciseVersion, job.hiddenSeeds, job.personalSeeds]);
    if (this.#terms?.key === key) return this.#terms;
    const withDrawn = withDrawnCases(exercise, job);
    const wrong = new WrongBehaviours(withDrawn, wrongAnswers(job, exercise));
    return (this.#terms = { key, exercise: withDrawn, wrong, verdicts: new Map() });
  }
}

function judged(program: NonNullable<ReturnType<typeof plainModule>>, { exercise, wrong }: Terms, progress: () => void): string | null {
  try {
    const candidate = new Candidate(exercise, plainAnswerLoader(program, exercise.exports));
    return JSON.stringify(judgeRuns(exercise, { run: (caseOfRun) => candidate.run(caseOfRun, progress), wrong, progress }));
  } catch (error) {
    // The sentences about a failure name what the learner wrote, and where.
    if (error instanceof AnswerRefused || error instanceof CaseRefused) return null;
    throw error;
  }
}

/** Keeps the latest verdicts. */
function remember(verdicts: Terms["verdicts"], code: string, verdict: string | null): void {
  verdicts.delete(code);
  verdicts.set(code, verdict);
  const [oldest] = verdicts.keys();
  if (verdicts.size > MOST_VERDICTS && oldest !== undefined) verdicts.delete(oldest);
}
