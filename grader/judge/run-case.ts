import type { Answer } from "#sandbox/answer/answer.ts";
import type { Case, Exercise } from "./exercise.ts";
import { IndexRefused, h100, runKernel, type Kernel, type Trace } from "#simulator";
import { BehaviourDigest, chosenNumbers } from "./behaviour.ts";
import { bindKernel } from "./bind-kernel.ts";

/** One case, run with one answer. */
export interface CaseRun {
  readonly case: Case;
  readonly kernel: Kernel;
  readonly trace: Trace;
  /** Equal for answers that behave alike; undefined at full size, where nobody compares. */
  readonly behaviour: string | undefined;
}

/** An index function gave no index, in a case. */
export class CaseRefused extends Error {
  override name = "CaseRefused";
  readonly case: Case;
  readonly refusal: IndexRefused;

  constructor(caseOfRun: Case, refusal: IndexRefused) {
    super(refusal.message);
    this.case = caseOfRun;
    this.refusal = refusal;
  }
}

/** Of a full-size grid, each 61st block is asked twice: a prime, so that the blocks are spread over both axes. */
const AUDITED_AT_FULL_SIZE = 61;

/** @throws CaseRefused */
export function runCase(exercise: Exercise, caseOfRun: Case, answer: Answer, progress: () => void): CaseRun {
  const { launch, fullSize = false } = caseOfRun;
  const kernel = bindKernel(exercise, caseOfRun, answer);
  const digest = new BehaviourDigest();
  const trace = refusedIn(caseOfRun, () =>
    runKernel(kernel, launch, exercise.device ?? h100, {
      recheckPurity: (block) => !fullSize || block % AUDITED_AT_FULL_SIZE === 0,
      ...(!fullSize && { observe: (accessNumber: number, indexes: Int32Array) => digest.add(accessNumber, indexes) }),
      progress,
    }),
  );
  const behaviour = fullSize ? undefined : `${digest.value} ${chosenNumbers(answer)}`;
  return { case: caseOfRun, kernel, trace, behaviour };
}

/** Runs something that asks index functions, and says in which case one was refused. */
export function refusedIn<T>(caseOfRun: Case, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw error instanceof IndexRefused ? new CaseRefused(caseOfRun, error) : error;
  }
}
