import type { Answer, AnswerFunction } from "#sandbox/answer/load-answer.ts";
import type { Access, Barrier, Combine, IndexFunction, KernelArray, Launch, Move, Pack, Repeat, Step } from "#simulator";
import { dim3 } from "#simulator";

type ElementBytes = KernelArray["bytesPerElement"];
/** A function that the answer exports, or one that the exercise wraps around it. */
type Index = IndexFunction | AnswerFunction;

/** An array in global memory that holds the input. */
export function input(length: number, bytesPerElement: ElementBytes = 4, reads: KernelArray["reads"] = "any"): KernelArray {
  return { space: "global", bytesPerElement, length, contents: "source", reads };
}

/** An array in global memory that the kernel fills. */
export function output(length: number, bytesPerElement: ElementBytes = 4): KernelArray {
  return { space: "global", bytesPerElement, length, contents: "empty" };
}

/** An array in shared memory: each block has its own, empty at first. */
export function tile(length: number, bytesPerElement: ElementBytes = 4): KernelArray {
  return { space: "shared", bytesPerElement, length, contents: "empty" };
}

interface AccessOptions {
  /** The access's name in checks and verdicts. */
  readonly name: string;
  readonly index: Index;
  readonly elementsPerLane?: number;
  readonly register?: string;
}

/** register = array[index] */
export function load(array: string, { index, ...options }: AccessOptions): Access {
  return { kind: "load", array, index: index as IndexFunction, ...options };
}

/** array[index] = register */
export function store(array: string, { index, ...options }: AccessOptions): Access {
  return { kind: "store", array, index: index as IndexFunction, ...options };
}

/** `if (…) to[j] = from[i];`: a thread whose index is null on either side skips both. */
export function move(loading: Access, storing: Access): Move {
  return { kind: "move", load: loading, store: storing };
}

/** `into += from;` for two registers of a thread. */
export function combine(into: string, from: string): Combine {
  return { kind: "combine", into, from };
}

/** `into += from * times;` for three registers of a thread; for vectors `from` and `times` and a single `into`, their dot product. */
export function multiplyAdd(into: string, from: string, times: string): Combine {
  return { kind: "combine", into, from, times };
}

/** `into = make_float2(first, second);`: registers of one element each become one vector, in this order. */
export function pack(into: string, ...from: readonly string[]): Pack {
  return { kind: "pack", into, from };
}

/** `__syncthreads()` */
export const barrier: Barrier = { kind: "barrier" };

/** A loop over the steps. Index functions get its iteration as their third argument, and that of the loop around it as their fourth. */
export function repeat(times: Repeat["times"], ...steps: Step[]): Repeat {
  return { kind: "repeat", times, steps };
}

/** A count along x, y and z; 1 along an axis that is left out. */
type Extents = readonly [x: number, y?: number, z?: number];

/** `<<<blocks, threads>>>` */
export function launch(blocks: Extents, threads: Extents): Launch {
  return { gridDim: dim3(...blocks), blockDim: dim3(...threads) };
}

/**
 * As many blocks of `threads` threads as it takes to cover the items, along each axis. A block covers one item per thread, or
 * `itemsPerBlock`: `launchOver([columns, rows], [32, 8], [32, 32])` has a block of 32 × 8 threads for each tile of 32 × 32.
 */
export function launchOver(items: Extents, threads: Extents, itemsPerBlock = threads): Launch {
  const blocks = (axis: 0 | 1 | 2): number => Math.ceil((items[axis] ?? 1) / (itemsPerBlock[axis] ?? 1));
  return launch([blocks(0), blocks(1), blocks(2)], threads);
}

/** The exported function of that name. Its kind was checked when the answer was loaded. */
export function exported(answer: Answer, name: string): AnswerFunction {
  const value = answer[name];
  if (typeof value !== "function") throw new Error(`the exercise does not list a function "${name}" among its exports`);
  return value;
}

/** The exported number of that name. Its range was checked when the answer was loaded. */
export function exportedNumber(answer: Answer, name: string): number {
  const value = answer[name];
  if (typeof value !== "number") throw new Error(`the exercise does not list a number "${name}" among its exports`);
  return value;
}
