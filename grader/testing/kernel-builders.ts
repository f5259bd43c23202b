import { h100 } from "#simulator/devices.ts";
import type { Access, IndexFunction, Kernel, KernelArray, Step } from "#simulator/kernel/kernel.ts";
import { dim3, type Dim3, type Launch } from "#simulator/kernel/launch.ts";
import { runKernel, type RunOptions } from "#simulator/kernel/run-kernel.ts";
import type { Thread } from "#simulator/kernel/thread.ts";
import type { Trace } from "#simulator/kernel/trace.ts";

/* Short functions for tests to build kernels with. */

export type Index = (thread: Thread, size: never, iteration: number, outerIteration: number) => unknown;

export const global = (length: number, contents: KernelArray["contents"], expected?: (i: number) => number): KernelArray => ({
  space: "global",
  bytesPerElement: 4,
  length,
  contents,
  ...(expected && { expected }),
});

export const shared = (length: number): KernelArray => ({ space: "shared", bytesPerElement: 4, length, contents: "empty" });

export const load = (array: string, index: Index, more: Partial<Access> = {}): Access => access("load", array, index, more);
export const store = (array: string, index: Index, more: Partial<Access> = {}): Access => access("store", array, index, more);

function access(kind: Access["kind"], array: string, index: Index, more: Partial<Access>): Access {
  return { kind, name: `${kind} ${array}`, array, index: index as IndexFunction, ...more };
}

export const threads = (blocks: number, perBlock: number | Dim3): Launch => ({
  gridDim: dim3(blocks),
  blockDim: typeof perBlock === "number" ? dim3(perBlock) : perBlock,
});

export function run(arrays: Kernel["arrays"], steps: readonly Step[], launch: Launch, options?: RunOptions): Trace {
  return runKernel({ arrays, steps, size: undefined }, launch, h100, options);
}

/** The index of the thread in a one-dimensional launch. */
export const globalThread = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

/** The expected contents of a copy: element i of the only source array is numbered i + 1. */
export const same = (i: number): number => i + 1;

/** A kernel that copies n elements of 4 bytes, every index function of which is rechecked for purity. */
export const copy = (n: number, read: Index, write: Index, launch = threads(1, n)): Trace =>
  run({ in: global(n, "source"), out: global(n, "empty", same) }, [load("in", read), store("out", write)], launch, {
    recheckPurity: () => true,
  });

/** The kinds of a trace's violations, in order. */
export const kinds = ({ violations }: Trace): string[] => violations.map(({ kind }) => kind);
