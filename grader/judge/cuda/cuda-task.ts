import type { GivenArray } from "#cuda/host/run-host.ts";
import type { KernelLaunch } from "#cuda/launch/launch.ts";
import type { Device } from "#simulator";

/** The sizes and the seed of one case, by name. */
export type CudaSize = Readonly<Record<string, number>>;

/** An array of numbers that the task gives the learner's code: with a fill, an input; without, a result that nothing has written. */
export type TaskArray = GivenArray;

/** Grid, block and dynamic shared memory of a launch that the task makes. */
export interface TaskLaunch {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes?: number;
}

/**
 * A task that is answered with a text in CUDA C++: a kernel that the task launches, or a function of the host that launches the learner's
 * own kernels. The signature is the contract; everything else is the learner's.
 */
export interface CudaTask {
  /** The kernel, a template's with its arguments, or the function of the host. */
  readonly entry: string;
  /** How the task starts it, for a kernel; absent where the learner's own host code launches. */
  readonly launch?: (size: CudaSize) => TaskLaunch;
  /** Host code that follows the learner's text, if `entry` stands in it: it calls the learner's functions in order. */
  readonly driver?: string;
  /** A whole launch of the kernel, with arrays of any type, instead of `launch` and `call`; the reference is given no inputs then. */
  readonly wholeLaunch?: (size: CudaSize) => KernelLaunch;
  /** The arguments of the entry, in order. */
  readonly call?: (size: CudaSize) => readonly (number | TaskArray)[];
  /**
   * What arrays must hold in the end, by name: computed from the inputs alone, in double precision, in another way than the kernel does it.
   *
   * @param inputs contents of the arrays with a fill, as the launch has them
   */
  readonly reference: (size: CudaSize, inputs: Readonly<Record<string, Numbers>>) => Readonly<Record<string, Numbers>>;
  /** How far a number may be from the reference: relative to it, or absolute, whichever is more. Default: not at all. */
  readonly tolerance?: { readonly relative?: number; readonly absolute?: number };
  /** The most that a case may cost; judged where all cases have the right values and no findings. */
  readonly budgets: readonly CudaBudget[];
  /** The GPU that is counted for; the H200 where absent. */
  readonly device?: Device;
  /** The most steps of warps, and of the host, that one case may take. */
  readonly steps?: { readonly warps?: number; readonly host?: number };
}

/** Numbers by index. */
export type Numbers = ArrayLike<number>;

/** One case: sizes, among them `seed`, from which its inputs are drawn. */
export interface CudaCase {
  readonly id: string;
  readonly title: string;
  readonly size: CudaSize;
  readonly hidden?: boolean;
}

/**
 * The counts that a budget can be set on, over all launches of a case: global and shared memory, what DRAM moves from cold caches, and
 * requests to both memories.
 */
export type BudgetCount = "sectors" | "wavefronts" | "dramBytes" | "requests" | "bankConflicts";

/** The most that a case may cost in one count. */
export interface CudaBudget {
  /** Id of the case. */
  readonly case: string;
  readonly count: BudgetCount;
  readonly atMost: number;
}
