import type { Answer } from "#sandbox/answer/load-answer.ts";
import { bindKernel } from "#judge/bind-kernel.ts";
import { firstCase, type Case, type Exercise } from "#judge/exercise.ts";
import { answerSyntax } from "#kit/cuda/answer-syntax.ts";
import { NotTranslatable } from "#kit/cuda/not-translatable.ts";
import type { Kernel } from "#simulator";
import { elementsIn, type GpuBuffer, type GpuKernel } from "./gpu-kernel.ts";
import { KernelWriter } from "./kernel-code.ts";
import { KernelRefused, NotInAnswer, Program } from "./program.ts";

/** What a kernel is launched on: a case of the exercise, or a larger one. */
export type LaunchedSize = Pick<Case, "size" | "launch">;

/** The kernel of an exercise with an answer in it, or why there is none. */
export type GpuTranslation =
  | { readonly status: "translated"; readonly kernel: GpuKernel }
  | {
      readonly status: "not-translated";
      /** The line of the answer that it is about, from 1. */
      readonly line?: number;
      /** Completes "Your answer …", or "This kernel …" where it is not about the answer: "uses a string". */
      readonly reason: string;
      readonly isAboutAnswer: boolean;
    };

/** What a GPU allows, by the names that `GPUDevice.limits` has for it. */
export interface GpuLimits {
  readonly maxComputeInvocationsPerWorkgroup: number;
  readonly maxStorageBufferBindingSize: number;
  readonly maxBufferSize: number;
}

/** What every GPU allows that has WebGPU. */
export const LEAST_LIMITS: GpuLimits = {
  maxComputeInvocationsPerWorkgroup: 256,
  maxStorageBufferBindingSize: 2 ** 27,
  maxBufferSize: 2 ** 28,
};

/** Whether an exercise's kernel has a counterpart in WGSL: one that loads fragments with `ldmatrix` has none. @param source an answer */
export function hasWgsl(exercise: Exercise, source: string): boolean {
  const translation = gpuKernel(exercise, firstCase(exercise), source, LEAST_LIMITS);
  return translation.status === "translated" || translation.isAboutAnswer;
}

/**
 * Translates an exercise's kernel with an answer in TypeScript, for one case. The answer is read and never run.
 *
 *     const launched = timingCase(exercise, [naive, source, solution], device.limits);
 *     const translation = gpuKernel(exercise, launched, source, device.limits);
 *     if (translation.status === "translated") … translation.kernel … expectedWords(exercise, launched, source, translation.kernel)
 *
 * `naiveAnswer` of `#judge/exercise.ts` names the wrong answer to compare with.
 */
export function gpuKernel(exercise: Exercise, launched: LaunchedSize, source: string, limits: GpuLimits): GpuTranslation {
  try {
    const program = new Program(answerSyntax(source), launched.launch);
    const kernel = exercise.kernel({ ...launched, answer: standInAnswer(exercise, program) });
    return {
      status: "translated",
      kernel: new KernelWriter(kernel, launched.launch, program, limits.maxComputeInvocationsPerWorkgroup).write(),
    };
  } catch (error) {
    if (error instanceof NotTranslatable) return { status: "not-translated", line: error.line, reason: error.message, isAboutAnswer: true };
    if (error instanceof NotInAnswer) return { status: "not-translated", reason: error.message, isAboutAnswer: true };
    if (error instanceof SyntaxError)
      return { status: "not-translated", reason: "is not in TypeScript, the only language that is translated", isAboutAnswer: true };
    if (error instanceof KernelRefused) return { status: "not-translated", reason: error.message, isAboutAnswer: false };
    throw error;
  }
}

/** What buffers hold after a right answer, by their names. */
export type ExpectedWords = Readonly<Record<string, Uint32Array<ArrayBuffer>>>;

/** What was expected last, for the next answer of the same case: most answers are expected to leave the same. */
let expectedLast: { readonly launched: LaunchedSize; readonly key: string; readonly words: ExpectedWords } | undefined;

/**
 * What buffers hold after a right answer; those about which the exercise says nothing are absent. It takes seconds for a large case, in
 * slices, so that a page can go on meanwhile.
 *
 * @param source an answer, for the numbers that it exports
 */
export async function expectedWords(exercise: Exercise, launched: LaunchedSize, source: string, kernel: GpuKernel): Promise<ExpectedWords> {
  const answer = standInAnswer(exercise, new Program(answerSyntax(source), launched.launch));
  const key = JSON.stringify([exercise.id, answer, kernel.buffers.map(({ name, bytes, isWritten }) => [name, bytes, isWritten])]);
  if (expectedLast?.launched === launched && expectedLast.key === key) return expectedLast.words;
  const { arrays } = bindKernel(exercise, { ...firstCase(exercise), ...launched }, answer);
  const words: Record<string, Uint32Array<ArrayBuffer>> = {};
  for (const buffer of kernel.buffers) {
    const array = arrays[buffer.name];
    if (array && buffer.isWritten && typeof array.expected === "function") {
      words[buffer.name] = await wordsInSlices(buffer, array.length, array.expected);
    }
  }
  expectedLast = { launched, key, words };
  return words;
}

/** Milliseconds that a slice of a long computation may take. */
const SLICE_MS = 20;
/** Elements between two looks at the clock. */
const SLICE_ELEMENTS = 4_096;

async function wordsInSlices(
  { bytes, bytesPerElement }: GpuBuffer,
  elements: number,
  valueOf: (element: number) => number,
): Promise<Uint32Array<ArrayBuffer>> {
  const words = new Uint32Array(bytes / 4);
  const [view, step] = elementsIn(words, bytesPerElement);
  let until = performance.now() + SLICE_MS;
  for (let begin = 0; begin < elements; begin += SLICE_ELEMENTS) {
    const end = Math.min(elements, begin + SLICE_ELEMENTS);
    for (let element = begin; element < end; element++) view[element * step] = valueOf(element);
    if (performance.now() < until) continue;
    await new Promise<void>((resolve) => void setTimeout(resolve));
    until = performance.now() + SLICE_MS;
  }
  return words;
}

/** An answer of which the exercise can make its kernel: numbers, and functions that are never called. */
function standInAnswer({ exports }: Exercise, program: Program): Answer {
  return Object.fromEntries(
    exports.map(({ name, kind }) => {
      if (kind === "function") return [name, program.exported(name) as Answer[string]];
      const number = program.exportedNumber(name);
      if (number === undefined) throw new NotInAnswer(`exports no number ${name} that can be calculated without running it`);
      return [name, number];
    }),
  );
}

/** The most bytes of an array for a run that is timed. */
export const MOST_TIMED_BYTES = 128 * 2 ** 20;

/**
 * The case to time answers by: the one at full size, with as many times as much to do, by powers of two up to `mostTimes`, as the exercise
 * and the buffers allow; without one at full size, the last case.
 *
 * @param sources the answers that are to run: how large arrays are may depend on numbers that they export
 */
export function timingCase(exercise: Exercise, sources: readonly string[], limits: GpuLimits, mostTimes = 16): LaunchedSize {
  const full = exercise.cases.find(({ fullSize }) => fullSize) ?? exercise.cases.at(-1) ?? firstCase(exercise);
  const most = Math.min(MOST_TIMED_BYTES, limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  let fitting: LaunchedSize = full;
  for (let factor = 2; factor <= mostTimes; factor *= 2) {
    const larger = exercise.larger?.(factor);
    if (!larger || sources.some((source) => largestArray(exercise, larger, source) > most)) break;
    fitting = larger;
  }
  return fitting;
}

/** Bytes of the largest array in global memory; 0 for an answer that isn't translated anyway. */
function largestArray(exercise: Exercise, launched: LaunchedSize, source: string): number {
  const arrays = arraysOf(exercise, launched, source);
  const global = Object.values(arrays).filter(({ space }) => space === "global");
  return Math.max(0, ...global.map(({ length, bytesPerElement }) => length * bytesPerElement));
}

function arraysOf(exercise: Exercise, launched: LaunchedSize, source: string): Kernel["arrays"] {
  try {
    const answer = standInAnswer(exercise, new Program(answerSyntax(source), launched.launch));
    return exercise.kernel({ ...launched, answer }).arrays;
  } catch (error) {
    if (error instanceof NotTranslatable || error instanceof NotInAnswer || error instanceof SyntaxError) return {};
    throw error;
  }
}
