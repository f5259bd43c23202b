import { computed } from "@preact/signals";
import { MissingError, answeredKernel, readAnswer, type AnsweredKernel, type ReadAnswer } from "#cuda/answer/compile-answer.ts";
import type { KernelText } from "#cuda/answer/kernel-text.ts";
import { SourceError, placeAt } from "#cuda/source-error.ts";
import { emptyKernel, type FilledKernel } from "#kit/cuda/fill-kernel.ts";
import type { FollowedText, KernelState } from "./kernel-state.ts";

/** An answer in CUDA that could be read. */
interface Read {
  readonly answer: ReadAnswer;
  readonly text: string;
  readonly whole: AnsweredKernel;
}

/** The kernel with a learner's CUDA before it, and calls of its functions in its holes. */
export class CudaKernelState implements KernelState {
  #last: Read | undefined;
  readonly #kernel: KernelText;
  readonly #followed: FollowedText;

  constructor(kernel: KernelText, followed: FollowedText) {
    this.#kernel = kernel;
    this.#followed = followed;
  }

  /** The text as it was read; the last one that could be, while this one cannot. */
  readonly #read = computed((): { readonly isCurrent: boolean; readonly read: Read | undefined } => {
    const text = this.#followed.text.value;
    try {
      const answer = readAnswer(text, this.#kernel, this.#followed.exercise.exports);
      this.#last = { answer, text, whole: answeredKernel(text, this.#kernel, answer) };
      return { isCurrent: true, read: this.#last };
    } catch (error) {
      if (!(error instanceof SourceError) && !(error instanceof MissingError) && !(error instanceof RangeError)) throw error;
      return { isCurrent: false, read: this.#last };
    }
  });

  readonly filled = computed((): FilledKernel => {
    const { read } = this.#read.value;
    if (read === undefined) return emptyKernel(this.#kernel);
    const { text, answer, calls } = read.whole;
    const own = { kind: "definitions" as const, isFilled: true, start: answer.from, end: answer.to };
    const holes = calls.map(({ name, from, to }) => ({ kind: "hole" as const, name, isFilled: true, start: from, end: to }));
    return { text, marks: [...(answer.to > answer.from ? [own] : []), ...holes], missing: [] };
  });

  readonly remarks = computed(() => ({ isCurrent: this.#read.value.isCurrent, missing: [], notes: [] }));

  readonly lit = computed((): readonly string[] => {
    const line = this.#followed.line.value;
    const { read } = this.#read.value;
    if (line === undefined || read === undefined) return [];
    return [...read.answer.callees].flatMap(([name, { span }]) => {
      const [first, last] = [span.from, span.to].map((offset) => placeAt(read.text, offset).line);
      return first! <= line && line <= last! ? [name] : [];
    });
  });

  goToHole(name: string): void {
    const { read } = this.#read.peek();
    const callee = read?.answer.callees.get(name);
    if (read !== undefined && callee !== undefined) this.#followed.goTo(placeAt(read.text, callee.nameSpan.from).line);
  }
}
