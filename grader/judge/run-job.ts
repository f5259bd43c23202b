import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { loadAnswer } from "#sandbox/answer/answer.ts";
import type { Exercise } from "./exercise.ts";
import { hiddenCases } from "./hidden-cases.ts";
import type { Job, JobResult, Preview } from "./job.ts";
import { judge } from "./judge.ts";
import { preview } from "./preview.ts";
import type { AnswerFailure, Outcome } from "./result.ts";
import { CaseRefused } from "./run-case.ts";
import { evidenceSentence, outcomeOf } from "./report/outcome.ts";
import { refusalError } from "./report/refusal.ts";
import { simulatorVersion } from "#simulator";

/**
 * From a learner's source to a verdict: the one door, for browser, command line and continuous integration.
 * It runs inside a sandbox, for it runs the learner's code.
 *
 * @param progress called many times a second while the answer gets on
 * @throws whatever is a fault of ours; what is wrong with the answer is part of the result
 */
export function runJob(job: Job, exercise: Exercise, progress: () => void): JobResult {
  if (job.mode === "preview") return { mode: "preview", preview: orFailure(() => previewOf(job, exercise)) };
  const outcome: Outcome = orFailure(() => {
    const answer = loadAnswer(job.source, exercise.exports);
    const wrongAnswers = Object.entries(job.wrongSources).map(([id, source]) => [id, () => loadAnswer(source, exercise.exports)] as const);
    const judged = withHiddenCases(exercise, job.hiddenSeeds);
    return outcomeOf(judge(judged, answer, Object.fromEntries(wrongAnswers), progress));
  });
  const { exerciseVersion } = job;
  return { mode: "grade", result: { schema: "coalesce/result/v1", exercise: exercise.id, exerciseVersion, simulatorVersion, ...outcome } };
}

function withHiddenCases(exercise: Exercise, seeds: readonly number[] = []): Exercise {
  return seeds.length === 0 ? exercise : { ...exercise, cases: [...exercise.cases, ...hiddenCases(exercise, seeds)] };
}

function previewOf(job: Job, exercise: Exercise): Preview {
  const { case: first, kernel, accesses, failure } = preview(exercise, loadAnswer(job.source, exercise.exports));
  const problem = failure && {
    message: evidenceSentence(failure.evidence, kernel, first.launch, failure.witness),
    ...(failure.witness && { witness: failure.witness }),
  };
  return { status: "ran", case: first.id, accesses, ...(problem && { problem }) };
}

/** What the answer is to blame for becomes a result. */
function orFailure<T>(work: () => T): T | AnswerFailure {
  try {
    return work();
  } catch (error) {
    if (error instanceof AnswerRefused) return { status: "error", error: error.error };
    if (error instanceof CaseRefused) return { status: "error", error: refusalError(error) };
    throw error;
  }
}
