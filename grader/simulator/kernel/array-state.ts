import type { ViolationDetail, ViolationKind } from "./violation.ts";

/** Reports what a thread of the block did to an element. */
export type ReportProblem = (kind: ViolationKind, thread: number, elementIndex: number, detail?: ViolationDetail) => void;

/** Reports an element that the kernel did not treat as it should have, where no thread can be named. */
export type ReportMissing = (kind: "missing-element" | "never-read", elementIndex: number, detail?: ViolationDetail) => void;

/** What the movements of one access have in common. */
export interface Moves {
  readonly elementsPerLane: number;
  /** `elementsPerLane` values for each thread of the block: values of source elements, 0 for nothing. */
  readonly register: Int32Array;
  /** Whether loads must be remembered and looked up: see `accessesNeedingRaceCheck`. */
  readonly tracksLoads: boolean;
  readonly report: ReportProblem;
  /** One flag per warp, 1 when its lanes access 32 elements side by side, in order, one each. */
  readonly isRun: Uint8Array;
}

/**
 * What an array holds while a kernel runs, and the rules for touching it. `indexes` are those of one block, thread by thread;
 * negative ones belong to inactive threads.
 */
export interface ArrayState {
  /** Called before each block. */
  startBlock(): void;
  load(indexes: Int32Array, moves: Moves): void;
  store(indexes: Int32Array, moves: Moves): void;
  /** Called once, when the kernel has ended. */
  finish(report: ReportMissing): void;
}
