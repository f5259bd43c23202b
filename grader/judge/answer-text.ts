import { answerLoader, type ExportSpec, type LoadAnswer } from "#sandbox/answer/load-answer.ts";

/** A learner's file, in the language that it is written in. */
export interface AnswerText {
  /** The learner's file. */
  readonly source: string;
  /** For a source in CUDA C++: the text of the exercise's kernel.cu, whose holes it is written for. Without it, the source is TypeScript. */
  readonly kernel?: string;
}

/**
 * Reads an answer, to be loaded as often as wanted.
 *
 * @throws AnswerRefused as `answerLoader` does
 */
export type ReadAnswer = (answer: AnswerText, exports: readonly ExportSpec[]) => LoadAnswer;

/** For a sandbox that was built without the lab's compiler. @throws Error for an answer in CUDA: a fault of who sent it there */
export const readTypeScript: ReadAnswer = ({ source, kernel }, exports) => {
  if (kernel !== undefined) throw new Error("this sandbox reads no answers in CUDA");
  return answerLoader(source, exports);
};
