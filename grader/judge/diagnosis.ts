import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import type { LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { Candidate } from "./candidate.ts";
import type { Case, Exercise } from "./exercise.ts";
import type { Diagnosis } from "./result.ts";
import { CaseRefused, type CaseRun } from "./run-case.ts";

/** The behaviours of an exercise's wrong answers, case by case: each is run once per case, when that is first asked for. */
export class WrongBehaviours {
  readonly #exercise: Exercise;
  readonly #wrongAnswers: Readonly<Record<string, LoadAnswer>>;
  readonly #candidates = new Map<string, Candidate>();
  readonly #known = new WeakMap<Case, Map<string, string | undefined>>();

  /** @param wrongAnswers by name, loaded on demand */
  constructor(exercise: Exercise, wrongAnswers: Readonly<Record<string, LoadAnswer>>) {
    this.#exercise = exercise;
    this.#wrongAnswers = wrongAnswers;
  }

  /** Loads the wrong answers. */
  get loaders(): LoadAnswer[] {
    return Object.values(this.#wrongAnswers);
  }

  /** The behaviour of a wrong answer in a case below full size; undefined for one that is refused, or does not exist. */
  of(id: string, testCase: Case, progress: () => void): string | undefined {
    const known = this.#known.get(testCase) ?? new Map<string, string | undefined>();
    this.#known.set(testCase, known);
    if (!known.has(id)) known.set(id, this.#run(id, testCase, progress));
    return known.get(id);
  }

  #run(id: string, testCase: Case, progress: () => void): string | undefined {
    const load = this.#wrongAnswers[id];
    if (load === undefined) return undefined;
    const candidate = this.#candidates.get(id) ?? new Candidate(this.#exercise, load);
    this.#candidates.set(id, candidate);
    try {
      return candidate.run(testCase, progress).behaviour;
    } catch (error) {
      if (error instanceof CaseRefused || error instanceof AnswerRefused) return undefined;
      throw error;
    }
  }
}

/**
 * Names the misconception behind an answer that behaves, in every case that was run, like one of the exercise's wrong answers. A wrong
 * answer that is refused in some case does not behave like an answer that ran to its end.
 *
 * @param runs the runs of the cases below full size
 */
export function diagnose(
  exercise: Exercise,
  runs: readonly CaseRun[],
  wrong: WrongBehaviours,
  progress: () => void,
): Diagnosis | undefined {
  for (const [id, { says }] of Object.entries(exercise.wrong)) {
    if (runs.every((run) => wrong.of(id, run.case, progress) === run.behaviour)) return { id, message: says };
  }
  return undefined;
}
