import type { Answer } from "#sandbox/answer/load-answer.ts";
import { TIME_PARTS } from "#clock/estimate-time.ts";
import { KernelWatch } from "#clock/kernel-watch.ts";
import { IndexRefused, WARP_SIZE, h200, runKernel, type Trace } from "#simulator";
import { LAUNCH_MICROSECONDS, type AnswerTime, type NoAnswerTime } from "./answer-time.ts";
import { bindKernel } from "./bind-kernel.ts";
import type { Case, Exercise } from "./exercise.ts";
import { CaseRefused } from "./run-case.ts";

/** A case that takes so many times as long tells how fast an answer is. */
const LONG_ENOUGH = 5 * LAUNCH_MICROSECONDS;
/** A case may take so much work: a request costs one for each lane, and four for each sector or wavefront. A phone should be done in a few seconds. */
const MOST_WORK = 2 ** 26;

/**
 * Runs an exercise's case at full size, or a larger one, through the model of caches and clock. It takes a few times as long as counting
 * the case.
 *
 * @param progress called many times a second while the answer makes progress
 * @throws CaseRefused when an index function does not return an index
 */
export function answerTime(exercise: Exercise, answer: Answer, progress: () => void, growth = 1): AnswerTime | NoAnswerTime {
  const full = exercise.cases.find(({ fullSize }) => fullSize) ?? exercise.cases.at(-1)!;
  const timed: Case = growth === 1 || exercise.larger === undefined ? full : { ...full, ...exercise.larger(growth) };
  const device = exercise.device ?? h200;
  const kernel = bindKernel(exercise, timed, answer);
  const watch = new KernelWatch(kernel, timed.launch, device);
  try {
    const trace = runKernel(kernel, timed.launch, device, { observe: watch.observe, progress });
    if (trace.violations.length > 0) return { status: "wrong" };
    const { microseconds, parts } = watch.costs(trace).time;
    return {
      status: "timed",
      case: full.id,
      growth,
      size: Object.fromEntries(Object.entries(timed.size).flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : []))),
      device: device.id,
      microseconds,
      boundBy: TIME_PARTS.filter((part) => part !== "launch").reduce((most, part) => (parts[part] > parts[most] ? part : most)),
      wantedGrowth: growth * powerOfTwoFrom((LONG_ENOUGH - LAUNCH_MICROSECONDS) / Math.max(microseconds - LAUNCH_MICROSECONDS, 0.01)),
      mostGrowth: exercise.larger === undefined ? growth : growth * (powerOfTwoFrom(MOST_WORK / workOf(trace)) / 2),
    };
  } catch (error) {
    throw error instanceof IndexRefused ? new CaseRefused(timed, error) : error;
  }
}

function workOf({ accesses }: Trace): number {
  return accesses.reduce(
    (sum, access) => sum + WARP_SIZE * access.requests + 4 * (access.space === "global" ? access.sectors : access.wavefronts),
    1,
  );
}

/** The lowest power of two that is no less than a ratio; 1 for a ratio below. */
function powerOfTwoFrom(ratio: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(ratio)));
}
