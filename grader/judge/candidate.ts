import type { Answer, LoadAnswer } from "#sandbox/answer/load-answer.ts";
import { CallLoops, CallRecord, IndexRefused, repeatsAlike, type DrawBelow } from "#simulator";
import { bindKernel } from "./bind-kernel.ts";
import type { Case, Exercise } from "./exercise.ts";
import { drawFrom } from "./hidden-cases.ts";
import type { Printer } from "./printed.ts";
import { CaseRefused, runCase, type CaseRun } from "./run-case.ts";

/** In a full-size grid, calls are repeated in every 61st block: a prime, so that these blocks are spread over both axes. */
const REPEATED_AT_FULL_SIZE = 61;

/**
 * An answer that is being judged. It is loaded anew for every case and for every pass over one: a launch remembers nothing of another, and
 * what an answer keeps helps it neither to tell the cases apart nor to foresee the judge's calls.
 */
export class Candidate {
  readonly #exercise: Exercise;
  readonly #load: LoadAnswer;
  readonly #loops = new CallLoops();

  constructor(exercise: Exercise, load: LoadAnswer) {
    this.#exercise = exercise;
    this.#load = load;
  }

  /**
   * Runs a case once.
   *
   * @throws AnswerRefused for an answer that cannot be loaded, CaseRefused when an index function does not return an index
   */
  run(testCase: Case, progress: () => void): CaseRun {
    return runCase(this.#exercise, testCase, this.#load(), progress, { loops: this.#loops });
  }

  /**
   * Runs a case twice: the second time another copy of the answer is asked for the same indexes, in an order that differs from judging to
   * judging, and must give the same. In small cases that goes for every call.
   *
   * @throws AnswerRefused for an answer that cannot be loaded, CaseRefused when an index function does not return an index, or returns
   *   another one the second time
   */
  runTwice(testCase: Case, progress: () => void, printer?: Printer): CaseRun {
    const record = new CallRecord(isRepeatedIn(testCase));
    const answer = printer ? printer.load(this.#load) : this.#load();
    const run = runCase(this.#exercise, testCase, answer, progress, { loops: this.#loops, record, ...(printer && { printer }) });
    const kernel = bindKernel(this.#exercise, testCase, this.#load());
    if (repeatsAlike(kernel, testCase.launch, record, randomOrder(), { loops: this.#loops, progress })) return run;
    throw this.#impurity(testCase, run.answer, progress);
  }

  /**
   * The refusal of an answer that returned another value in a random order. The call is looked up in a fixed order, so that the same answer
   * gets the same verdict; if that order changes nothing, the refusal names no call.
   */
  #impurity(testCase: Case, answer: Answer, progress: () => void): Error {
    try {
      runCase(this.#exercise, testCase, this.#load(), progress, { recheckPurity: isRepeatedIn(testCase) });
    } catch (error) {
      if (error instanceof CaseRefused) return error;
      throw error;
    }
    const nowhere = { x: 0, y: 0, z: 0 };
    const [access = ""] = Object.keys(answer);
    return new CaseRefused(testCase, new IndexRefused({ kind: "out-of-order" }, access, { blockIdx: nowhere, threadIdx: nowhere }));
  }
}

const isRepeatedIn =
  ({ fullSize = false }: Case) =>
  (block: number): boolean =>
    !fullSize || block % REPEATED_AT_FULL_SIZE === 0;

function randomOrder(): DrawBelow {
  const [seed = 0] = crypto.getRandomValues(new Int32Array(1));
  const draw = drawFrom(seed);
  return (bound) => draw.between(0, bound - 1);
}
