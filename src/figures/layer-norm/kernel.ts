import { WARP_SIZE, type AccessWidth, type MemoryOp, type WarpRequest } from "#simulator";

/** A row of a layer norm and the block that works on it. */
export interface RowKernel {
  /** Elements of a row, of 2 bytes each. */
  readonly hiddenSize: number;
  /** Elements that a lane moves at once. */
  readonly vectorElements: 1 | 4 | 8;
  /** Threads of the block. */
  readonly threads: number;
}

export type ArrayName = "input" | "weight" | "output";
export type WalkName = "statistics" | "normalise";

/** A pass of one of the two walks, from 0. */
export interface PassOfWalk {
  readonly walk: WalkName;
  readonly pass: number;
}

/** One load or store in the kernel's text. */
export interface RowAccess {
  readonly walk: WalkName;
  readonly op: MemoryOp;
  readonly array: ArrayName;
}

/** What the kernel does with memory: it walks over the row twice, for no element can be normalised before all are summed. */
export const ACCESSES: readonly RowAccess[] = [
  { walk: "statistics", op: "load", array: "input" },
  { walk: "normalise", op: "load", array: "input" },
  { walk: "normalise", op: "load", array: "weight" },
  { walk: "normalise", op: "store", array: "output" },
];

export const BYTES_PER_ELEMENT = 2;

export function rowBytes({ hiddenSize }: RowKernel): number {
  return hiddenSize * BYTES_PER_ELEMENT;
}

export function bytesPerLane({ vectorElements }: RowKernel): AccessWidth {
  return (vectorElements * BYTES_PER_ELEMENT) as AccessWidth;
}

export function warps({ threads }: RowKernel): number {
  return threads / WARP_SIZE;
}

/** Passes that the block needs to walk over the row: in each, every thread takes the vector of its own number in the next stretch. */
export function passes({ hiddenSize, vectorElements, threads }: RowKernel): number {
  return Math.ceil(hiddenSize / (vectorElements * threads));
}

/** What a warp asks for in one pass over a row that starts at byte 0; a lane whose vector would lie beyond the row sits out. */
export function requestOf(kernel: RowKernel, op: MemoryOp, pass: number, warp: number): WarpRequest {
  const laneBytes = bytesPerLane(kernel);
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => (pass * kernel.threads + warp * WARP_SIZE + lane) * laneBytes);
  const activeMask = addresses.reduce((mask, address, lane) => (address < rowBytes(kernel) ? mask | (1 << lane) : mask), 0) >>> 0;
  return { space: "global", op, bytesPerLane: laneBytes, activeMask, addresses };
}
