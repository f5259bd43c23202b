import { describeThrown, describeValue, type AnswerError } from "#sandbox/answer/answer-error.ts";
import type { CaseRefused } from "../run-case.ts";
import { threadName } from "./places.ts";

/** A refused index function as the error of a result. */
export function refusalError({ case: caseOfRun, refusal }: CaseRefused): AnswerError {
  const { reason, access, blockIdx, threadIdx } = refusal;
  const call = { case: caseOfRun.id, access, blockIdx, threadIdx };
  const where = `\`${access}\`, asked about ${threadName(threadIdx, blockIdx, caseOfRun.launch)},`;
  switch (reason.kind) {
    case "not-an-index":
      return {
        kind: "not-an-index",
        message: `${where} returned ${describeValue(reason.returned)}. An index is a whole number, or null for a thread that sits the access out.`,
        call,
      };
    case "threw": {
      const { message, line } = describeThrown(reason.thrown);
      return { kind: "threw", message: `${where} gave no index. ${message}`, ...(line !== undefined && { line }), call };
    }
    case "impure":
      return {
        kind: "impure",
        message: `${where} returned ${reason.before} first and ${describeValue(reason.returned)} when asked again in another order. An index must follow from the arguments alone: keep no state between calls.`,
        call,
      };
  }
}
