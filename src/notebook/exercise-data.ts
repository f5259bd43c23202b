import type { Sealed } from "#classroom/assignment/sealed.ts";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { FadedExample } from "#kit/faded.ts";
import type { Size } from "#judge/exercise.ts";
import type { Launch } from "#simulator";
import type { ExportSpec } from "#sandbox/answer/load-answer.ts";

/** What a page knows about an exercise: data only. The exercise itself is in the sandbox. */
export interface ExerciseData {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly difficulty: number;
  readonly minutes: number;
  readonly points: number;
  readonly exports: readonly ExportSpec[];
  /** From a nudge to nearly the answer. */
  readonly hints: readonly string[];
  /** Titles of the cases by id. */
  readonly caseTitles: Readonly<Record<string, string>>;
  readonly starter: string;
  /** Name of a wrong answer that moves every element right but costs too much, if there is one. */
  readonly naive?: string;
  /** The exercise's pattern as it was timed on an H100, if it was. */
  readonly measured?: MeasuredPattern;
  /** Whether its kernel has no counterpart in WGSL: it cannot run on the reader's GPU. */
  readonly hasNoWgsl?: true;
  /** Content hash of the exercise's folder. */
  readonly version: string;
  /** The assignments that the course was built to seal the solution for. */
  readonly sealedFor?: readonly SealingAssignment[];
}

export interface SealingAssignment {
  readonly id: string;
  readonly title: string;
}

/** The text of a solution, fetched only when it is asked for. */
export interface SolutionText {
  readonly text: string;
  /** The same text with syntax colours, as HTML made at build time. */
  readonly html: string;
}

/** A solution to an exercise, in TypeScript. */
export interface Solution extends SolutionText {
  /** The same in CUDA C++, for the holes of the kernel. */
  readonly inCuda: SolutionText;
  /** Why it is as it is, in two sentences; absent where an exercise has none. */
  readonly explanation?: string;
}

/** A worked example that fades, with syntax colours made at build time. */
export interface FadedData {
  readonly example: FadedExample;
  /** The whole solution. */
  readonly solution: string;
  /** The code of each step as HTML; empty where it has none. */
  readonly html: readonly string[];
  readonly givenHtml: string;
}

/** A solution that is opened with the key of an assignment; one text for each that has the exercise. */
export interface SealedSolution {
  readonly sealed: readonly Sealed[];
}

/** A wrong answer to an exercise, and the question that its author is asked. */
export interface Misconception {
  readonly source: string;
  readonly says: string;
}

/** The same work done in two ways and timed on an H100, and where it was, on an H200: content/measured-patterns.yaml. */
export interface MeasuredPattern {
  readonly what: string;
  readonly before: MeasuredWay;
  readonly after: MeasuredWay;
}

export interface MeasuredWay {
  /** How the work was done: "through a padded tile". */
  readonly as: string;
  /** On an H100. */
  readonly microseconds: number;
  /** Microseconds on an H200; absent where it was not timed there. */
  readonly onH200?: number;
}

/** Launch and size of an exercise's first case: what the playground starts with. */
export interface TriedCase {
  readonly launch: Launch;
  readonly size: Size;
}

/** The kernel of an exercise in CUDA C++. */
export interface KernelInCuda {
  /** kernel.cu, with holes: see `KernelText`. */
  readonly text: string;
  /** The exercise's first case, as the lab launches it. */
  readonly launch: KernelLaunch;
  /** The text with an answer in its holes that is right but costs too much, if there is one. */
  readonly naive?: string;
  /** What a learner who writes CUDA C++ begins with: the starter, as functions for the holes. */
  readonly starter: string;
  /** The kernel with empty holes and syntax colours, as HTML made at build time. */
  readonly html: string;
}
