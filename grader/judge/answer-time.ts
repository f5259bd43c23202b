import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { TimePart } from "#clock/estimate-time.ts";
import { KernelWatch } from "#clock/kernel-watch.ts";
import { IndexRefused, h200, runKernel } from "#simulator";
import { bindKernel } from "./bind-kernel.ts";
import type { Exercise } from "./exercise.ts";
import { CaseRefused } from "./run-case.ts";

/** Whose time is asked for. */
export interface AnswerTimeJob {
  /** Id of the exercise. */
  readonly exercise: string;
  /** The learner's file, or another answer to compare it with. */
  readonly source: string;
}

/** How long a GPU would take for an exercise's largest case with an answer, by the model. */
export interface AnswerTime {
  readonly status: "timed";
  /** Id of the case. */
  readonly case: string;
  /** Id of the device: the H200, unless the exercise is about another one. */
  readonly device: string;
  readonly microseconds: number;
  readonly boundBy: TimePart;
}

/** The answer does not do what the exercise asks for: how fast it would be says nothing. */
export interface NoAnswerTime {
  readonly status: "wrong";
}

/**
 * Runs an exercise's largest case through the model of caches and clock. It takes a few times as long as counting the case.
 *
 * @param progress called many times a second while the answer makes progress
 * @throws CaseRefused when an index function does not return an index
 */
export function answerTime(exercise: Exercise, answer: Answer, progress: () => void): AnswerTime | NoAnswerTime {
  const timed = exercise.cases.find(({ fullSize }) => fullSize) ?? exercise.cases.at(-1)!;
  const device = exercise.device ?? h200;
  const kernel = bindKernel(exercise, timed, answer);
  const watch = new KernelWatch(kernel, timed.launch, device);
  try {
    const trace = runKernel(kernel, timed.launch, device, { observe: watch.observe, progress });
    if (trace.violations.length > 0) return { status: "wrong" };
    const { microseconds, boundBy } = watch.costs(trace).time;
    return { status: "timed", case: timed.id, device: device.id, microseconds, boundBy };
  } catch (error) {
    throw error instanceof IndexRefused ? new CaseRefused(timed, error) : error;
  }
}
