import type { Answer, ExportSpec } from "#sandbox/answer/load-answer.ts";
import type { AccessTrace, Device, Kernel, Launch, LayoutTable, Trace, Violation } from "#simulator";
import type { CudaTask } from "./cuda/cuda-task.ts";

/** The sizes and tables of one case: what an index function gets besides the thread. */
export type Size = Readonly<Record<string, number | readonly number[]>>;

/** One launch that an answer is judged on. */
export interface Case<S extends Size = Size> {
  /** Kebab-case; unique in the exercise. */
  readonly id: string;
  /** Its special property, in a few words for the learner. */
  readonly title: string;
  readonly size: S;
  readonly launch: Launch;
  /** The one large case, where cost matters most; it runs only when the answer is right on the others. */
  readonly fullSize?: boolean;
  /** Drawn for an assignment; no student has seen it. */
  readonly hidden?: boolean;
  /** Drawn for one student, who knows it. */
  readonly personal?: boolean;
}

/** Draws random numbers for a hidden case. */
export interface Draw {
  /** A whole number n with low ≤ n ≤ high. */
  between(low: number, high: number): number;
  /** One of the values. */
  oneOf<T>(values: readonly T[]): T;
}

/** The part of a hidden case that an exercise draws; the judge adds id and title. */
export type HiddenCase<S extends Size = Size> = Pick<Case<S>, "size" | "launch">;

/** The inputs for the kernel of an exercise: the learner's exports and a case. */
export interface KernelInput<S extends Size = Size> {
  readonly size: S;
  readonly launch: Launch;
  readonly answer: Answer;
}

/** The inputs of a check: one case, run with one answer. */
export interface CheckInput<S extends Size = Size> {
  readonly case: Case<S>;
  readonly kernel: Kernel;
  readonly trace: Trace;
  readonly answer: Answer;
}

/** A check's finding in one case. A failure carries the facts for its sentence, not the sentence itself. */
export type Finding = { readonly verdict: "pass" } | Failed;

interface Failed {
  readonly verdict: "fail";
  readonly evidence: Evidence;
  /** The requirement that was not met, where the check's title names another one. */
  readonly title?: string;
}

/** Why a check failed, as data; `report/` has a sentence for each kind. */
export type Evidence = ViolationEvidence | OverlapEvidence | TargetEvidence | NumberEvidence;

/** A rule that the kernel broke: an address outside its array, an element that is wrong, a race. */
export interface ViolationEvidence {
  readonly kind: "violation";
  readonly violation: Violation;
}

/** Two places of a tile that a layout puts into one. */
export interface OverlapEvidence {
  readonly kind: "overlap";
  readonly array: string;
  readonly elementIndex: number;
  /** Row and column of each. */
  readonly places: readonly [readonly [row: number, column: number], readonly [row: number, column: number]];
  /** Where a row is one of a stage: rows of a stage, which come before those of the next one. */
  readonly rowsPerStage?: number;
  /** The places whose element another one has, too. */
  readonly count: number;
}

/** An access, or all of the kernel's accesses to global memory together, that costs more than it may. */
export interface TargetEvidence {
  readonly kind: "over-target";
  readonly metric: TargetMetric;
  /** The access; the worst one where the target is for the whole kernel. */
  readonly access: AccessTrace;
  readonly scope: "access" | "kernel";
  readonly measured: number;
  readonly target: number;
}

/** A number that the learner chose, or that follows from such a choice, and that is over its limit. */
export interface NumberEvidence {
  readonly kind: "number-over-target";
  /** The name of the number, for a sentence. */
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  readonly target: number;
}

/** The counts that a target can be set on. */
export type TargetMetric = "sectorsPerRequest" | "sectors" | "requests" | "bankConflicts";

/** One requirement that an answer must meet, judged in each of its cases. */
export interface Check<S extends Size = Size> {
  /** Kebab-case; unique in the exercise. */
  readonly id: string;
  /** The requirement, as a sentence: "Each request of `read` touches 4 sectors". */
  readonly title: string;
  /** Cost is judged only when every correctness check of every case has passed. */
  readonly kind: "correctness" | "cost";
  /** Points for each case that it is judged in, except where they are given: see `Exercise.starterPasses`. */
  readonly points: number;
  /** The cases it is judged in; all of them, hidden ones too, when absent. */
  readonly cases?: readonly string[];
  /** For a correctness check: in a case that fails it, no check of correctness earns points, since the others hold of doing nothing, too. */
  readonly isEssential?: boolean;
  readonly visibility?: "visible" | "hidden";
  readonly judge: (input: CheckInput<S>) => Finding;
  /** For a cost check: the same check with a stricter target, which no answer should reach. */
  readonly tightened?: Check<S>;
  /** Whether it is about a number that the learner chooses: the number is the same in every case, so that one case is enough. */
  readonly isOfNumber?: boolean;
  /** Why the target is higher than the lowest that can be reached, if it is; the prompt says so, too. */
  readonly looseBecause?: string;
}

/** The layout of a tile that an answer gives. */
export interface JudgedLayout extends Omit<LayoutTable, "offsets" | "base"> {
  /** The element of the tile's array for a row and a column, as the answer gives it; anything else where it gives none. */
  readonly offset: (answer: Answer, row: number, column: number) => unknown;
  /** The element at which the tile begins, in the first case. */
  readonly base?: number;
}

/** A mistake that people really make: it is in the file `wrong/<id>.ts`. */
export interface WrongAnswer {
  /** Ids of exactly the checks that fail, in some case. */
  readonly fails: readonly string[];
  /** A question that points at the cause. */
  readonly says: string;
}

/** An exercise: what `exercise.ts` exports by default. */
export interface Exercise<S extends Size = Size> {
  /** The folder's name. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences for lists of exercises. */
  readonly summary: string;
  /** The part of the course that it belongs to. */
  readonly part: 1 | 2 | 3 | 4 | 5 | 6;
  /** Glossary terms that it trains. */
  readonly concepts: readonly string[];
  readonly difficulty: 1 | 2 | 3 | 4 | 5;
  /** About how long it takes. */
  readonly minutes: number;
  /** The most that an answer can score: the sum of its checks over their cases. */
  readonly points: number;
  /** The GPU that the costs are counted on; the H100 when absent. */
  readonly device?: Device;
  readonly exports: readonly ExportSpec[];
  /** The first is small enough for a picture; one is ragged or has several blocks; one is at full size. */
  readonly cases: readonly Case<S>[];
  /**
   * Draws a case that no student has seen: other sizes, another launch where the kernel allows it, ragged more often than not;
   * small enough that a hundred of them run in a second. Any solution that is right on `cases` must be right on it.
   */
  readonly hidden?: (draw: Draw) => HiddenCase<S>;
  /** The case at full size with `factor` times as much to do, so that its time is more than the launch; absent where the size cannot grow. */
  readonly larger?: (factor: number) => HiddenCase<S>;
  readonly kernel: (input: KernelInput<S>) => Kernel;
  /**
   * For each array that is stored to: which source element its elements must hold. The inner function is called for every element.
   * `answer` is there for the numbers that it exports, such as a pitch; its functions must not be called here.
   */
  readonly expected: (size: S, answer: Answer) => Readonly<Record<string, (elementIndex: number) => SourceIndex | SourceSum>>;
  /** For an exercise in a tile's layout: the function that gives it, which is described beside what the kernel does. */
  readonly layout?: JudgedLayout;
  readonly checks: readonly Check<S>[];
  /**
   * Checks that the untouched starter passes, and that therefore earn nothing: the id of a check that it passes in every case, or "<check>
   * in <case>". An answer must pass these all the same: unless all elements are right, no cost is judged.
   */
  readonly starterPasses?: readonly string[];
  /** From a nudge to nearly the answer. */
  readonly hints: readonly string[];
  readonly wrong: Readonly<Record<string, WrongAnswer>>;
  /** Set for a capstone: it is answered with a text in CUDA C++, which the lab judges. It then has no exports, and its kernel is the answer's. */
  readonly cuda?: CudaTask;
}

/** An element of an array with contents "source"; a number when there is only one such array. null: nothing may be stored. */
export type SourceIndex = number | null | SourceElement;

/** An element of one of several arrays with contents "source". */
export interface SourceElement {
  readonly array: string;
  readonly elementIndex: number;
}

/** The sum of several source elements, or of products of two, for a kernel that combines. */
export interface SourceSum {
  readonly sumOf: readonly (number | SourceElement | SourceProduct)[];
}

/** The product of two source elements, as `multiplyAdd` makes it. */
export interface SourceProduct {
  readonly productOf: readonly [number | SourceElement, number | SourceElement];
}

/** Whether a check is judged in a case. */
export function isJudgedIn(check: Pick<Check, "cases">, { id }: Pick<Case, "id">): boolean {
  return check.cases === undefined || check.cases.includes(id);
}

/** The points of a check in a case: none if the starter passes it, in all cases or in this one. */
export function pointsIn(
  { starterPasses = [] }: Pick<Exercise, "starterPasses">,
  check: Pick<Check, "id" | "points">,
  { id }: Pick<Case, "id">,
): number {
  return starterPasses.includes(check.id) || starterPasses.includes(`${check.id} in ${id}`) ? 0 : check.points;
}

/** The case that pictures show: the first one. */
export function firstCase({ id, cases }: Pick<Exercise, "id" | "cases">): Case {
  const [first] = cases;
  if (first === undefined) throw new Error(`the exercise ${id} has no case`);
  return first;
}

/** The first wrong answer whose only faults are its costs. */
export function naiveAnswer({ checks, wrong }: Exercise): string | undefined {
  const costs = new Set(checks.filter(({ kind }) => kind === "cost").map(({ id }) => id));
  return Object.entries(wrong).find(([, { fails }]) => fails.every((id) => costs.has(id)))?.[0];
}
