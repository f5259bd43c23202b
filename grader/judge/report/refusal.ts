import { describeThrown, describeValue, type AnswerError, type AnswerRefused } from "#sandbox/answer/answer-error.ts";
import type { CaseRefused } from "../run-case.ts";
import {
  bareCoordinate,
  cDeclaration,
  fractionalDivision,
  missingEntry,
  missingReturn,
  undeclaredName,
  wholeCoordinate,
} from "./beginner-mistake.ts";
import { threadName } from "./places.ts";

/** A source that could not be loaded as the error of a result. */
export function unreadableError({ error }: AnswerRefused, source: string): AnswerError {
  const lesson = error.kind === "does-not-parse" ? cDeclaration(source, error.line) : undefined;
  return lesson === undefined ? error : { kind: error.kind, ...lesson };
}

const PURE = "An index must depend on the arguments alone: don't keep state between calls.";

/**
 * A refused index function of a source as the error of a result.
 *
 * @param isRight whether the answer would be right with another source
 */
export function refusalError({ case: testCase, refusal }: CaseRefused, source: string, isRight?: (source: string) => boolean): AnswerError {
  const { reason, access, blockIdx, threadIdx } = refusal;
  const call = { case: testCase.id, access, blockIdx, threadIdx };
  const where = `\`${access}\`, called for ${threadName(threadIdx, blockIdx, testCase.launch)},`;
  switch (reason.kind) {
    case "not-an-index": {
      const { returned } = reason;
      const lesson =
        (returned === undefined || Number.isNaN(returned) ? undeclaredName(source) : undefined) ??
        fractionalDivision(source, access, returned, { mayBeCount: refusal.isTripCount, ...(isRight && { isRight }) }) ??
        missingEntry(source, access, returned) ??
        missingReturn(source, access, returned) ??
        wholeCoordinate(source, access, returned);
      const { message = "An index is a whole number, or null for a thread that sits the access out.", ...place } = lesson ?? {};
      return { kind: "not-an-index", message: `${where} returned ${describeValue(returned)}. ${message}`, ...place, call };
    }
    case "threw": {
      const thrown = describeThrown(reason.thrown, source);
      const lesson = bareCoordinate(source, thrown) ?? (/^It threw TypeError/.test(thrown.message) ? undeclaredName(source) : undefined);
      if (lesson !== undefined) return { kind: "threw", ...lesson, call };
      const { message, line } = thrown;
      return { kind: "threw", message: `${where} didn't return an index. ${message}`, ...(line !== undefined && { line }), call };
    }
    case "impure":
      return {
        kind: "impure",
        message: `${where} returned ${reason.before} the first time and ${describeValue(reason.returned)} when it was called again in another order. ${PURE}`,
        call,
      };
    case "out-of-order":
      return {
        kind: "impure",
        message: `Called in another order, for the same threads, one of the functions returned something else. ${PURE}`,
        call: { case: testCase.id },
      };
  }
}
