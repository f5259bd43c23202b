import { MissingError, compileAnswer, type CompiledAnswer } from "#cuda/answer/compile-answer.ts";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import { SourceError, placeAt } from "#cuda/source-error.ts";
import { count } from "#pictures/format.ts";
import { AnswerRefused } from "#sandbox/answer/answer-error.ts";
import { answerLoader, type Answer, type ExportSpec, type LoadAnswer } from "#sandbox/answer/load-answer.ts";
import type { ReadAnswer } from "./answer-text.ts";

/** Reads answers in TypeScript and in CUDA C++: for a sandbox that was built with the lab's compiler. */
export const readAnyAnswer: ReadAnswer = ({ source, kernel }, exports) =>
  kernel === undefined ? answerLoader(source, exports) : cudaAnswerLoader(source, new KernelText(kernel), exports);

/**
 * Compiles an answer in CUDA C++. Its functions have no state that a call could leave to the next, so that one copy is enough.
 *
 * @throws AnswerRefused for a text that the lab does not understand, or that lacks what the exercise asks for
 */
function cudaAnswerLoader(source: string, kernel: KernelText, exports: readonly ExportSpec[]): LoadAnswer {
  const compiled = understood(source, kernel, exports);
  for (const spec of exports) if (spec.kind === "number") requireInRange(compiled[spec.name], spec);
  const answer: Answer = Object.freeze({ ...compiled });
  return () => answer;
}

function understood(source: string, kernel: KernelText, exports: readonly ExportSpec[]): CompiledAnswer {
  try {
    return compileAnswer(source, kernel, exports);
  } catch (error) {
    if (error instanceof MissingError) throw new AnswerRefused({ kind: "missing-export", message: error.message });
    if (!(error instanceof SourceError)) throw error;
    throw new AnswerRefused({ kind: "does-not-parse", message: error.message, ...placeAt(source, error.span.from) });
  }
}

function requireInRange(
  value: CompiledAnswer[string] | undefined,
  { name, range: [from, to] = [0, Number.MAX_SAFE_INTEGER] }: ExportSpec,
): void {
  if (typeof value === "number" && value >= from && value <= to) return;
  throw new AnswerRefused({
    kind: "not-an-index",
    message: `${name} is ${String(value)}; it must be a whole number from ${count(from)} to ${count(to)}.`,
  });
}
