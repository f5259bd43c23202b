import { WARP_SIZE, globalCost, h100, type AccessWidth, type GlobalCost, type MemoryOp, type WarpRequest } from "#simulator";
import { addGlobalCost, noGlobalCost } from "#simulator/global-cost.ts";

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

/** A pass, counted from 0, of one of the two walks. */
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

/** The kernel's accesses. It walks over the row twice, because no element can be normalised before all are summed. */
export const ACCESSES: readonly RowAccess[] = [
  { walk: "statistics", op: "load", array: "input" },
  { walk: "normalise", op: "load", array: "input" },
  { walk: "normalise", op: "load", array: "weight" },
  { walk: "normalise", op: "store", array: "output" },
];

const BYTES_PER_ELEMENT = 2;

export function rowBytes({ hiddenSize }: RowKernel): number {
  return hiddenSize * BYTES_PER_ELEMENT;
}

export function bytesPerLane({ vectorElements }: RowKernel): AccessWidth {
  return (vectorElements * BYTES_PER_ELEMENT) as AccessWidth;
}

export function warps({ threads }: RowKernel): number {
  return threads / WARP_SIZE;
}

/** How many passes the block needs to walk over the row. In pass p, thread t takes vector number p × threads + t. */
export function passes({ hiddenSize, vectorElements, threads }: RowKernel): number {
  return Math.ceil(hiddenSize / (vectorElements * threads));
}

/** A warp's request in one pass over a row that starts at byte 0. A lane whose vector would lie beyond the row is inactive. */
export function requestOf(kernel: RowKernel, op: MemoryOp, pass: number, warp: number): WarpRequest {
  const laneBytes = bytesPerLane(kernel);
  const addresses = Array.from({ length: WARP_SIZE }, (_, lane) => (pass * kernel.threads + warp * WARP_SIZE + lane) * laneBytes);
  const activeMask = addresses.reduce((mask, address, lane) => (address < rowBytes(kernel) ? mask | (1 << lane) : mask), 0) >>> 0;
  return { space: "global", op, bytesPerLane: laneBytes, activeMask, addresses };
}

/** What one load or store costs over a whole row, all warps and passes together. */
export function accessCost(kernel: RowKernel, op: MemoryOp): GlobalCost {
  const requests = Array.from({ length: passes(kernel) }, (_, pass) =>
    Array.from({ length: warps(kernel) }, (_, warp) => requestOf(kernel, op, pass, warp)),
  ).flat();
  return sumOf(requests.map((request) => globalCost(request, h100)));
}

/** The costs of several requests or accesses together. */
export function sumOf(costs: readonly GlobalCost[]): GlobalCost {
  const sum = noGlobalCost();
  for (const cost of costs) addGlobalCost(sum, cost, 1);
  return sum;
}
