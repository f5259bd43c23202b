import type { ReadonlySignal } from "@preact/signals";
import type { FilledKernel } from "#kit/cuda/fill-kernel.ts";
import type { AnswerLanguage } from "../cell/answer-language.ts";
import type { ExerciseData } from "../exercise-data.ts";

/** What the kernel follows: the learner's text, and the line of it that the cursor is in. */
export interface FollowedText {
  readonly exercise: Pick<ExerciseData, "exports" | "title">;
  readonly text: ReadonlySignal<string>;
  /** The language of the text. */
  readonly language: ReadonlySignal<AnswerLanguage>;
  readonly line: ReadonlySignal<number | undefined>;
  /** The site's base path, with a slash at its end; undefined where there is no lab to go to. */
  readonly base: string | undefined;
  /** Puts the cursor into a line of the learner's text, from 1. */
  readonly goTo: (line: number) => void;
}

/** The kernel as it is with the learner's text in its holes. */
export interface KernelState {
  readonly filled: ReadonlySignal<FilledKernel>;
  /** Exports that the line of the cursor belongs to. */
  readonly lit: ReadonlySignal<readonly string[]>;
  readonly remarks: ReadonlySignal<KernelRemarks>;
  /** Goes to what fills a hole. */
  readonly goToHole: (name: string) => void;
}

export interface KernelRemarks {
  /** Whether the kernel is that of the text as it is: while that cannot be read, it is that of an earlier one. */
  readonly isCurrent: boolean;
  /** What is not in the kernel, each with its reason. */
  readonly missing: readonly string[];
  /** What means something else in CUDA. */
  readonly notes: readonly string[];
}
