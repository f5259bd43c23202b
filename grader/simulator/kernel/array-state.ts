import type { ViolationDetail, ViolationKind } from "./violation.ts";

/** Reports what a thread of the block did wrong with an element. */
export type ReportProblem = (kind: ViolationKind, thread: number, elementIndex: number, detail?: ViolationDetail) => void;

/** Reports an element that the kernel did not treat as it should have, where no thread can be named. */
export type ReportMissing = (kind: "missing-element" | "never-read", elementIndex: number, detail?: ViolationDetail) => void;

/** The facts that an array needs about the access that loads from it or stores to it. */
export interface AccessContext {
  readonly elementsPerLane: number;
  /** `elementsPerLane` values per thread of the block, in the representation of `KernelArray.expected`; 0 for nothing. */
  readonly register: Int32Array;
  /** Whether loads must be recorded to find races: see `accessesNeedingRaceCheck`. */
  readonly tracksLoads: boolean;
  readonly report: ReportProblem;
  /** One flag per warp: 1 when lane i accesses the single element first + i. */
  readonly isContiguous: Uint8Array;
}

/**
 * The contents of an array while a kernel runs, and the rules for accessing it. `indexes` are those of one block, thread by thread;
 * negative ones belong to inactive threads.
 */
export interface ArrayState {
  /** Called before each block. */
  startBlock(): void;
  load(indexes: Int32Array, context: AccessContext): void;
  store(indexes: Int32Array, context: AccessContext): void;
  /** Called once, when the kernel has ended. */
  finish(report: ReportMissing): void;
}
