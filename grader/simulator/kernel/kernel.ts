import type { Device } from "../devices.ts";
import { MATRIX_ROW_BYTES, type MATRIX_COUNTS } from "../matrix-cost.ts";
import {
  ACCESS_WIDTHS,
  WIDEST_SHARED_ACCESS_BYTES,
  movesMatrices,
  type AccessWidth,
  type Instruction,
  type MemoryOp,
  type MemorySpace,
  type RequestShape,
} from "../warp-request.ts";
import type { Thread } from "./thread.ts";

/** The iterations of the two innermost repeats that a step runs in. */
export interface LoopIndex {
  /** Iteration of the innermost repeat, from 0; 0 outside any repeat. */
  readonly iteration: number;
  /** Iteration of the repeat around that one, from 0; 0 if there is none. */
  readonly outerIteration: number;
}

/** The loop index of a step outside any repeat. */
export const NO_LOOP: LoopIndex = { iteration: 0, outerIteration: 0 };

/**
 * Which element a thread accesses, counted in elements of the array, or null when the thread is inactive in this access.
 * Any other return value is refused: see `IndexRefused`.
 *
 * @param size the kernel's own `size`
 * @param iteration see `LoopIndex`
 * @param outerIteration see `LoopIndex`
 */
export type IndexFunction = (thread: Thread, size: never, iteration: number, outerIteration: number) => unknown;

/** A named array in global or shared memory. */
export interface KernelArray {
  readonly space: MemorySpace;
  readonly bytesPerElement: 1 | 2 | 4 | 8 | 16;
  /** Elements: of the whole array in global memory, of each block's copy in shared memory. */
  readonly length: number;
  /**
   * "source": holds data when the kernel starts; each element has its own id, so that the run can follow it.
   * "empty": holds nothing yet; reading an element that was not written is a violation.
   */
  readonly contents: "source" | "empty";
  /**
   * For global memory that the kernel stores to: the value that an element must hold at the end, 0 if nothing may be stored in it.
   * The value of a source element is its id (see `sourceIds`), or the `hashId` of that in a kernel that combines registers.
   * Called for each store. "anything": the kernel may store what it likes, but only what it has loaded, and each element once.
   */
  readonly expected?: ((elementIndex: number) => number) | "anything";
  /** For global memory that the kernel only loads from: whether each element must be loaded exactly once. Default: "any". */
  readonly reads?: "each-once" | "any";
}

/** One load (array → register) or store (register → array) in the kernel's text. */
export interface Access {
  readonly kind: MemoryOp;
  readonly name: string;
  readonly array: string;
  readonly index: IndexFunction;
  /** Elements that a lane moves with one instruction: 4 for a float4. Default 1. */
  readonly elementsPerLane?: number;
  /** The thread's register that the data goes to or comes from. Default "value". */
  readonly register?: string;
  /** Default: a plain load or store. */
  readonly instruction?: Instruction;
  /** Of `ldmatrix` and `stmatrix`: how many matrices; lanes from 8 × matrices on give no address, and their index is null. Default 1. */
  readonly matrices?: (typeof MATRIX_COUNTS)[number];
  /** Of `ldmatrix` and `stmatrix`: whether registers hold the matrices transposed (`.trans`). */
  readonly transposed?: boolean;
}

/**
 * `if (…) to[j] = from[i];`: a load and the store of what it loaded, as one statement. A thread that is inactive in one of them is
 * inactive in both. With an instruction, which is then both accesses', a copy that passes no register.
 */
export interface Move {
  readonly kind: "move";
  readonly load: Access;
  readonly store: Access;
}

/**
 * `into += from;` for two registers of a thread, or `into += from * times;` for three. The register then represents the multiset of
 * the elements, or products of two, that were added to it. An empty `from` or `times` adds nothing. Vectors are added element by
 * element, or, when `into` has one element, all of their elements to that one: a dot product.
 */
export interface Combine {
  readonly kind: "combine";
  readonly into: string;
  readonly from: string;
  readonly times?: string;
}

/** `into = make_float2(from[0], from[1]);`: registers of one element each become the elements of a vector. */
export interface Pack {
  readonly kind: "pack";
  readonly into: string;
  readonly from: readonly string[];
}

/** `__syncthreads()`: no thread of the block goes on before all have arrived. */
export interface Barrier {
  readonly kind: "barrier";
}

/** Steps that each thread runs several times. */
export interface Repeat {
  readonly kind: "repeat";
  /** The trip count: the same for all threads, or each thread's own. Barriers inside require that the threads of a block agree. */
  readonly times: number | IndexFunction;
  /** The trip count's name in messages. */
  readonly name?: string;
  readonly steps: readonly Step[];
}

export type Step = Access | Move | Combine | Pack | Barrier | Repeat;

/** A kernel as data: which elements it moves between named arrays, in order. It computes no values: a run follows elements by their ids. */
export interface Kernel {
  readonly arrays: Readonly<Record<string, KernelArray>>;
  /** The kernel's arguments other than its arrays, passed to every index function. */
  readonly size: unknown;
  readonly steps: readonly Step[];
}

/** The accesses of a kernel in the order of its text, those of moves and inside repeats included. */
export function accessesOf(steps: readonly Step[]): Access[] {
  return steps.flatMap((step) => {
    switch (step.kind) {
      case "barrier":
      case "combine":
      case "pack":
        return [];
      case "repeat":
        return accessesOf(step.steps);
      case "move":
        return [step.load, step.store];
      default:
        return [step];
    }
  });
}

/** Whether a kernel adds up registers: source elements then need values whose sums identify the addends. */
export function combines(steps: readonly Step[]): boolean {
  return steps.some((step) => step.kind === "combine" || (step.kind === "repeat" && combines(step.steps)));
}

/** The common properties of all requests of an access to this array; `checkKernel` has made sure that the width exists. */
export function shapeOf({ kind, elementsPerLane = 1, instruction }: Access, { space, bytesPerElement }: KernelArray): RequestShape {
  return { space, op: kind, bytesPerLane: (bytesPerElement * elementsPerLane) as AccessWidth, ...(instruction && { instruction }) };
}

/** The bytes of a matrix that one lane holds. */
const REGISTER_BYTES = 4;

/** Elements that each thread has in the register of an access: of matrices, 4 bytes of each. */
export function elementsInRegister({ elementsPerLane = 1, instruction, matrices = 1 }: Access, bytesPerElement: number): number {
  return movesMatrices(instruction) ? (matrices * REGISTER_BYTES) / bytesPerElement : elementsPerLane;
}

/** The array that an access is to; `checkKernel` has made sure that it exists. */
export function arrayOf({ name, array }: Access, { arrays }: Kernel): KernelArray {
  const target = arrays[array];
  if (!target) throw new RangeError(`access "${name}" is to array "${array}", which the kernel does not have`);
  return target;
}

/** Keeps element indexes and byte addresses within 32-bit integers, as the counters need them. */
const MAX_GLOBAL_BYTES = 2 ** 31;

/** @throws RangeError for a kernel that could not be compiled or launched, naming the array or access that is wrong. */
export function checkKernel(kernel: Kernel, device: Device): void {
  for (const [name, array] of Object.entries(kernel.arrays)) checkArray(name, array);
  const sharedBytes = Object.values(kernel.arrays)
    .filter((array) => array.space === "shared")
    .reduce((sum, array) => sum + array.length * array.bytesPerElement, 0);
  if (sharedBytes > device.sharedBytesPerBlock) {
    throw new RangeError(
      `the block's shared arrays take ${sharedBytes} bytes; a block on the ${device.name} has at most ${device.sharedBytesPerBlock}`,
    );
  }
  for (const access of accessesOf(kernel.steps)) checkAccess(access, kernel, device);
}

function checkArray(name: string, { length, bytesPerElement, space, contents }: KernelArray): void {
  if (!Number.isInteger(length) || length < 1)
    throw new RangeError(`array "${name}" has ${length} elements; it needs a whole number from 1 up`);
  if (length * bytesPerElement > MAX_GLOBAL_BYTES) throw new RangeError(`array "${name}" is larger than 2 GiB`);
  if (space === "shared" && contents === "source") throw new RangeError(`shared array "${name}" cannot hold data when the kernel starts`);
}

function checkAccess(access: Access, kernel: Kernel, device: Device): void {
  const { kind, name, array, elementsPerLane = 1 } = access;
  const target = arrayOf(access, kernel);
  if (kind === "store" && target.space === "global" && !target.expected) {
    throw new RangeError(`access "${name}" stores to array "${array}"; say in its "expected" what it must hold`);
  }
  const width = target.bytesPerElement * elementsPerLane;
  const widest = target.space === "shared" ? WIDEST_SHARED_ACCESS_BYTES : device.widestAccessBytes;
  if (!(ACCESS_WIDTHS as readonly number[]).includes(width) || width > widest) {
    throw new RangeError(
      `access "${name}" moves ${width} bytes per lane; the ${device.name} has widths up to ${widest} bytes of ${target.space} memory`,
    );
  }
  if (movesMatrices(access.instruction) && (target.space !== "shared" || width !== MATRIX_ROW_BYTES)) {
    throw new RangeError(
      `access "${name}" moves ${width} bytes of ${target.space} memory per row; ${access.instruction} moves rows of ${MATRIX_ROW_BYTES} bytes of shared memory`,
    );
  }
}
