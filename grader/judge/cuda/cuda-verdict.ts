import type { TimePart } from "#clock/estimate-time.ts";
import type { FindingKind } from "#cuda/errors/findings.ts";
import type { Coordinates } from "#cuda/machine/findings.ts";
import type { Verdict } from "../result.ts";
import type { BudgetCount } from "./cuda-task.ts";

/** The verdict on an answer in CUDA C++, as plain data: the same bytes in page, command line and continuous integration. */
export type CudaVerdict = JudgedAnswer | RefusedAnswer;

/** The answer was run in at least one case. */
export interface JudgedAnswer {
  readonly status: "pass" | "fail";
  /** Those that were run: up to the first that is wrong. */
  readonly cases: readonly CaseVerdict[];
  readonly budgets: readonly BudgetVerdict[];
}

/** The answer could not be run to its end. */
export interface RefusedAnswer {
  readonly status: "error";
  /** `stopped`: it takes more steps than a case may; `memory`: more memory. */
  readonly kind: "does-not-compile" | "does-not-run" | "stopped" | "memory";
  /** The problem and the remedy. */
  readonly message: string;
  /** From 1, in the learner's text; absent where the text as a whole is meant, as is the column. */
  readonly line?: number;
  readonly column?: number;
  /** The case in which it happened, if it compiles. */
  readonly case?: string;
}

/** One case: are the values right, and is anything wrong with how they came about? */
export interface CaseVerdict {
  readonly id: string;
  readonly title: string;
  readonly hidden: boolean;
  readonly values: ValuesVerdict;
  readonly findings: readonly FoundFault[];
  /** Remedies for the findings, in sentences. */
  readonly remedies: readonly string[];
  readonly launches: readonly MadeLaunch[];
  readonly counts: CaseCounts;
  readonly time: CaseTime;
}

/** A launch as the case made it. */
export interface MadeLaunch {
  readonly kernel: string;
  readonly grid: Coordinates;
  readonly block: Coordinates;
  /** How often it was made. */
  readonly times: number;
  readonly microseconds: number;
}

/** The counts of a case, over all its launches and copies within the device. */
export type CaseCounts = Readonly<Record<BudgetCount, number>>;

/** The time of all launches of a case on the task's GPU, by estimate: shown, never graded. */
export interface CaseTime {
  readonly microseconds: number;
  /** The part that takes longest of the launch that takes longest. */
  readonly boundBy: TimePart | undefined;
}

/** The comparison of a case's results with the reference. */
export type ValuesVerdict =
  | { readonly verdict: "pass" }
  | {
      readonly verdict: "fail";
      /** "`out[33]` is 0 and should be 1.5. Thread (1, 0, 0) of block (1, 0, 0) wrote it." */
      readonly message: string;
      readonly wrong?: WrongElement;
    };

/** The first wrong element of a case, and how many there are. */
export interface WrongElement {
  readonly array: string;
  readonly element: number;
  readonly found: string;
  readonly expected: string;
  /** Wrong elements of the array, of so many. */
  readonly differing: number;
  readonly of: number;
  /** Who wrote it last; absent where no thread has. */
  readonly writer?: ElementWriter;
}

/** The store that was the last to an element. */
export interface ElementWriter {
  readonly thread: Coordinates;
  readonly block: Coordinates;
  readonly kernel: string;
  /** From 1; absent for a store outside of the learner's text. */
  readonly line?: number;
}

/** Something that the lab finds wrong with a launch. */
export interface FoundFault {
  readonly kind: FindingKind;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** How many more of this kind there were at this place. */
  readonly further: number;
}

/** A budget held against what was counted. */
export interface BudgetVerdict {
  readonly case: string;
  readonly count: BudgetCount;
  readonly allowed: number;
  /** `skipped`: values or findings come first. */
  readonly verdict: Verdict;
  /** Absent for a case that was not run. */
  readonly counted?: number;
  /** The access that costs most beyond what its bytes need; of a budget that is not met. */
  readonly guilty?: GuiltyAccess;
}

/** The access that a budget is lost at. */
export interface GuiltyAccess {
  readonly line: number;
  readonly column: number;
  /** As written. */
  readonly source: string;
  /** What all its requests cost in the budget's count; of `dramBytes`, their sectors' bytes. */
  readonly counted: number;
  /** The least that they could cost. */
  readonly ideal: number;
  /** The pattern of its addresses, in words: "stride of 8 elements". */
  readonly pattern: string;
}
