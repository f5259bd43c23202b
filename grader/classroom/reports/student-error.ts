import type { AnswerError, AnswerErrorKind } from "#sandbox/answer/answer-error.ts";
import { isHiddenCase } from "./page-comparison.ts";

const IN_HIDDEN_CASE: Record<AnswerErrorKind, string> = {
  "does-not-parse": "The answer cannot be read.",
  "missing-export": "A function is missing.",
  threw: "In a case that stays hidden, one of your functions threw.",
  "not-an-index": "In a case that stays hidden, one of your functions returned something that is no index.",
  "out-of-time": "In a case that stays hidden, the answer did not come to an end.",
  "out-of-memory": "In a case that stays hidden, the answer needed too much memory.",
  impure: "In a case that stays hidden, one of your functions returned something else when it was asked again.",
};

/** What happened in a hidden case is told by its kind; the sentence would tell the case. */
export function errorForStudent(error: AnswerError): AnswerError {
  if (error.call === undefined || !isHiddenCase(error.call.case)) return error;
  const { kind, line, column } = error;
  return { kind, message: IN_HIDDEN_CASE[kind], ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}
