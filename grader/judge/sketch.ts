import type { Launch, MemoryOp, MemorySpace } from "#simulator";
import type { Size } from "./exercise.ts";

/**
 * A program that is tried out and not graded: what a try cell and the playground run, a share link carries and "My work" keeps.
 * Plain data. `language` says what the source is written in; CUDA kernels will be another member of `Program`.
 */
export interface Sketch {
  readonly schema: "coalesce/sketch/v1";
  readonly title: string;
  readonly program: Program;
}

export type Program = IndexFunctions;

/** Index functions in TypeScript, and the kernel that calls them. */
export interface IndexFunctions {
  readonly language: "typescript";
  /** A module that exports the functions that the kernel's steps name. */
  readonly source: string;
  readonly kernel: FreeKernel | ExerciseKernel;
}

/** A kernel that the learner put together: every step names the exported function that says which element each thread accesses. */
export interface FreeKernel {
  readonly kind: "free";
  /** Key of a device in `devices`: "h100". */
  readonly device: string;
  readonly launch: Launch;
  /** Passed to every index function as its second argument. */
  readonly size: Size;
  readonly arrays: readonly SketchArray[];
  readonly steps: readonly SketchStep[];
}

/** The kernel of an exercise with a launch and a size of one's own. */
export interface ExerciseKernel {
  readonly kind: "exercise";
  /** Id of the exercise. */
  readonly exercise: string;
  readonly launch: Launch;
  readonly size: Size;
}

export interface SketchArray {
  readonly name: string;
  readonly space: MemorySpace;
  readonly bytesPerElement: 1 | 2 | 4 | 8 | 16;
  /** Elements: of the whole array in global memory, of each block's copy in shared memory. */
  readonly length: number;
  /** "source": holds data when the kernel starts; only in global memory. */
  readonly contents: "source" | "empty";
}

export type SketchStep = SketchAccess | SketchBarrier | SketchRepeat;

/** A load into the thread's register, or a store of what the register holds. */
export interface SketchAccess {
  readonly kind: MemoryOp;
  /** Name of the access and of the exported function that gives its index. */
  readonly name: string;
  readonly array: string;
  /** Elements that a lane moves with one instruction: 4 for a float4. Default 1. */
  readonly elementsPerLane?: number;
}

export interface SketchBarrier {
  readonly kind: "barrier";
}

/** Steps that each thread runs several times; index functions get the iteration as their third argument. */
export interface SketchRepeat {
  readonly kind: "repeat";
  readonly times: number;
  readonly steps: readonly SketchStep[];
}
