import type { AnswerError } from "../answer/answer-error.ts";

/**
 * How long an answer may run and how much memory it may use, in page and command line alike. Times are running times (see running-time.ts),
 * not wall time: a right answer passes on a busy machine, too.
 */
export interface Limits {
  /** Longest running time without a progress message, once the job has started, in ms. */
  readonly silenceMs: number;
  /** Longest running time of one job, in ms. */
  readonly totalMs: number;
  /** Heap of the process that an answer runs in, where the host can set it, in MiB. */
  readonly heapMebibytes: number;
  /** All memory of that process, including memory outside its heap, where the host can ask for it, in MiB. */
  readonly processMebibytes: number;
}

export const LIMITS: Limits = { silenceMs: 2_000, totalMs: 8_000, heapMebibytes: 128, processMebibytes: 768 };

/** Shortest time between two progress messages, in ms: far below `silenceMs`, long enough that they cost nothing. */
export const PROGRESS_INTERVAL_MS = 100;

/** Which limit an answer broke. */
export type BrokenLimit = "silence" | "total" | "memory";

/**
 * The message names the limit, not the measured value, so that the same answer gets the same result.
 *
 * @param hiddenCase the hidden case that was running, if one was
 */
export function limitError(broken: BrokenLimit, limits: Limits, hiddenCase?: string): AnswerError {
  return { ...errorOf(broken, limits), ...(hiddenCase !== undefined && { call: { case: hiddenCase } }) };
}

function errorOf(broken: BrokenLimit, limits: Limits): AnswerError {
  switch (broken) {
    case "silence":
      return {
        kind: "out-of-time",
        message: `Stopped: nothing moved for ${seconds(limits.silenceMs)}. Is there a loop that does not end?`,
      };
    case "total":
      return {
        kind: "out-of-time",
        message: `Stopped: all cases together may take ${seconds(limits.totalMs)}. What does each call do that could be done once?`,
      };
    case "memory":
      return {
        kind: "out-of-memory",
        message: "Stopped: the memory is used up. An index function has no need to keep anything.",
      };
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} seconds`;
}
