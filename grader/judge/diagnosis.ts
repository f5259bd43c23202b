import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import type { LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { Candidate } from "./candidate.ts";
import type { Exercise } from "./exercise.ts";
import type { Diagnosis } from "./result.ts";
import { CaseRefused, type CaseRun } from "./run-case.ts";

/**
 * Names the misconception behind an answer that behaves, in every case that was run, like one of the exercise's wrong answers.
 *
 * @param runs the runs of the cases below full size
 * @param wrongAnswers the exercise's wrong answers by name, loaded on demand
 */
export function diagnose(
  exercise: Exercise,
  runs: readonly CaseRun[],
  wrongAnswers: Readonly<Record<string, LoadAnswer>>,
  progress: () => void,
): Diagnosis | undefined {
  for (const [id, { says }] of Object.entries(exercise.wrong)) {
    const load = wrongAnswers[id];
    if (load && behavesAlike(exercise, runs, load, progress)) return { id, message: says };
  }
  return undefined;
}

function behavesAlike(exercise: Exercise, runs: readonly CaseRun[], load: LoadAnswer, progress: () => void): boolean {
  try {
    const wrong = new Candidate(exercise, load);
    return runs.every((run) => wrong.run(run.case, progress).behaviour === run.behaviour);
  } catch (error) {
    // A wrong answer that is refused in some case does not behave like an answer that ran to its end.
    if (error instanceof CaseRefused || error instanceof AnswerRefused) return false;
    throw error;
  }
}
