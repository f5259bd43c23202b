import type { Answer } from "#sandbox/answer/load-answer.ts";
import { IndexRefused, h100, runKernel, type RunOptions } from "#simulator";
import type { Printer } from "./printed.ts";
import { bindKernel } from "./bind-kernel.ts";
import { numbersOf, type ExpectedTables } from "./expected-tables.ts";
import type { Case, CheckInput, Exercise } from "./exercise.ts";

/** One case, run with one answer: what checks are given. */
export interface CaseRun extends CheckInput {
  /** Equal for answers that behave alike; undefined at full size, where nothing is compared. */
  readonly behaviour: string | undefined;
}

/** Thrown when an index function does not return an index in a case. */
export class CaseRefused extends Error {
  override name = "CaseRefused";
  readonly case: Case;
  readonly refusal: IndexRefused;

  constructor(testCase: Case, refusal: IndexRefused) {
    super(refusal.message);
    this.case = testCase;
    this.refusal = refusal;
  }
}

/** Options of a run of a case. */
export interface RunCaseOptions extends Pick<RunOptions, "record" | "recheckPurity" | "loops"> {
  readonly printer?: Printer;
  /** The expected contents of arrays, if several answers are judged. */
  readonly tables?: ExpectedTables;
}

/**
 * Runs a case once, for its checks.
 *
 * @throws CaseRefused when an index function does not return an index
 */
export function runCase(
  exercise: Exercise,
  testCase: Case,
  answer: Answer,
  progress: () => void,
  { printer, ...options }: RunCaseOptions = {},
): CaseRun {
  const { fullSize = false } = testCase;
  const digest = new BehaviourDigest();
  const run = traceCase(exercise, testCase, answer, {
    ...options,
    ...(!fullSize && { observe: (accessNumber: number, indexes: Int32Array) => digest.add(accessNumber, indexes) }),
    ...(printer && { onStart: printer.enterCase(testCase) }),
    progress,
  });
  return { ...run, behaviour: fullSize ? undefined : `${digest.value} ${JSON.stringify(numbersOf(answer))}` };
}

/**
 * Runs a case without judging it.
 *
 * @throws CaseRefused when an index function does not return an index
 */
export function traceCase(
  exercise: Exercise,
  testCase: Case,
  answer: Answer,
  { tables, ...options }: RunOptions & Pick<RunCaseOptions, "tables">,
): CheckInput {
  const kernel = bindKernel(exercise, testCase, answer, tables);
  try {
    return { case: testCase, kernel, trace: runKernel(kernel, testCase.launch, exercise.device ?? h100, options), answer };
  } catch (error) {
    throw error instanceof IndexRefused ? new CaseRefused(testCase, error) : error;
  }
}

/**
 * A hash of what an answer does in one case: two answers that return the same indexes for the same threads, access by access,
 * have the same digest, however they are written.
 */
class BehaviourDigest {
  #hash = 0x811c9dc5;

  /** Adds the indexes of one access of one block to the hash. */
  add(accessNumber: number, indexes: Int32Array): void {
    let hash = Math.imul(this.#hash ^ accessNumber, 0x01000193);
    for (const index of indexes) {
      // FNV-1a over 32-bit integers instead of bytes, with a rotation so that the upper bits count too.
      hash = Math.imul(hash ^ index, 0x01000193);
      hash = (hash << 5) | (hash >>> 27);
    }
    this.#hash = hash;
  }

  get value(): number {
    return this.#hash >>> 0;
  }
}
