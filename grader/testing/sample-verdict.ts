import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { loadAnswer } from "#sandbox/answer/answer.ts";
import type { Exercise } from "#judge/exercise.ts";
import { wrongSources, type ExerciseFolder } from "#kit/folder.ts";
import { hiddenCases } from "#judge/hidden-cases.ts";
import { judge } from "#judge/judge.ts";
import type { GradeResult, Outcome } from "#judge/result.ts";
import { CaseRefused } from "#judge/run-case.ts";
import { outcomeOf } from "#judge/report/outcome.ts";
import { refusalError } from "#judge/report/refusal.ts";
import { simulatorVersion } from "#simulator";

/** What the grader says of a source, in this process and without the case at full size: for answers that are known to be harmless. */
export function sampleVerdict({ exercise, version, files }: ExerciseFolder, source: string, seeds: readonly number[]): GradeResult {
  const { cases, exports } = exercise;
  const small: Exercise = { ...exercise, cases: [...cases.filter(({ fullSize }) => !fullSize), ...hiddenCases(exercise, seeds)] };
  const wrongAnswers = Object.entries(wrongSources(files)).map(([id, text]) => [id, () => loadAnswer(text, exports)] as const);
  const outcome = orFailure(() => outcomeOf(judge(small, loadAnswer(source, exports), Object.fromEntries(wrongAnswers), () => undefined)));
  return { schema: "coalesce/result/v1", exercise: exercise.id, exerciseVersion: version, simulatorVersion, ...outcome };
}

function orFailure(work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    if (error instanceof AnswerRefused) return { status: "error", error: error.error };
    if (error instanceof CaseRefused) return { status: "error", error: refusalError(error) };
    throw error;
  }
}
