import type { AnswerError } from "#sandbox/answer/answer-error.ts";

/** An error with its place in the learner's file, where that is known. */
export function errorSentence({ line, message }: AnswerError): string {
  return line === undefined ? message : `Line ${line}: ${message}`;
}
