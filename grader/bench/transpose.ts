import { loadAnswer } from "#sandbox/answer/load-answer.ts";
import type { Answer, AnswerFunction } from "#sandbox/answer/load-answer.ts";
import type { Case, Exercise, Size } from "#judge/exercise.ts";
import { readExerciseFolder } from "#kit/folder.ts";
import { runCase } from "#judge/run-case.ts";
import type { Launch } from "#simulator";

const EXERCISE = "transpose-padded";

/** The exercise that the bench runs: four index functions per thread, global and shared memory, a barrier. */
export class TransposeBench {
  readonly #exercise: Exercise;
  readonly #source: string;

  private constructor(exercise: Exercise, source: string) {
    this.#exercise = exercise;
    this.#source = source;
  }

  static async load(): Promise<TransposeBench> {
    const { exercise, files } = await readExerciseFolder(EXERCISE);
    return new TransposeBench(exercise, files.get("solution.ts")!);
  }

  /** A fresh copy of the solution: what the engine has optimized for one loop must not affect another. */
  answer(): Answer {
    return loadAnswer(this.#source, this.#exercise.exports);
  }

  functionsOf(answer: Answer): AnswerFunction[] {
    return Object.values(answer).filter((value) => typeof value === "function");
  }

  /** The full-size case, reduced to a square of this side. */
  caseOf(side: number): Case {
    const fullSize = this.#exercise.cases.find((candidate) => candidate.fullSize)!;
    const { blockDim } = fullSize.launch;
    const launch: Launch = { blockDim, gridDim: { x: Math.ceil(side / blockDim.x), y: Math.ceil(side / blockDim.y), z: 1 } };
    const size: Size = { rows: side, columns: side };
    return { ...fullSize, size, launch };
  }

  /** Runs the case and judges it by every check, as grading does. */
  grade(testCase: Case, answer: Answer): void {
    const run = runCase(this.#exercise, testCase, answer, () => undefined);
    for (const check of this.#exercise.checks) {
      if (check.judge({ ...run, answer }).verdict !== "pass")
        throw new Error(`the solution fails ${check.id}: there is nothing to measure`);
    }
  }
}
