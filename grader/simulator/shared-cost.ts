import type { Device } from "./devices.ts";
import { DistinctSet } from "./distinct-set.ts";
import {
  BANK_COUNT,
  WARP_SIZE,
  WORD_BYTES,
  checkRequest,
  hasWavefronts,
  isActive,
  movesMatrices,
  type MemoryOp,
  type RequestShape,
  type WarpRequest,
} from "./warp-request.ts";

/** The cost of one warp's load or store of shared memory. */
export interface SharedCost {
  /** 1, or 0 when no lane is active. */
  readonly requests: number;
  /** Passes of the data stage (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_*). */
  readonly wavefronts: number;
  /** Groups of lanes that are served one after the other, without those that have no active lane: the fewest wavefronts possible. */
  readonly groups: number;
  /** Wavefronts beyond one per group (l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_*). */
  readonly bankConflicts: number;
  /** Distinct words on the busiest bank: 1 is conflict-free, n is an n-way conflict, 0 when no lane is active. */
  readonly conflictDegree: number;
}

/** A `SharedCost` that is being counted or added up; `conflictDegree` is then the largest of any request. */
export type SharedCostSum = { -readonly [Count in keyof SharedCost]: SharedCost[Count] };

export function noSharedCost(): SharedCostSum {
  return { requests: 0, wavefronts: 0, groups: 0, bankConflicts: 0, conflictDegree: 0 };
}

/** Adds the cost of `times` equal requests, one or more, to a sum. */
export function addSharedCost(sum: SharedCostSum, cost: SharedCost, times: number): void {
  sum.requests += times * cost.requests;
  sum.wavefronts += times * cost.wavefronts;
  sum.groups += times * cost.groups;
  sum.bankConflicts += times * cost.bankConflicts;
  if (cost.conflictDegree > sum.conflictDegree) sum.conflictDegree = cost.conflictDegree;
}

/**
 * Counts one request of shared memory as the device's profiler would.
 *
 * @throws RangeError for a request that hardware would refuse: see `checkRequest`.
 */
export function sharedCost(request: WarpRequest, device: Device): SharedCost {
  checkRequest(request, "shared", device);
  if (!hasWavefronts(request)) return { ...noSharedCost(), requests: request.activeMask === 0 ? 0 : 1 };
  counter.count(groupedAs(request), request.bytesPerLane, request.activeMask, request.addresses);
  return { ...counter.cost };
}

/** The direction by which a request's lanes are grouped: the eight rows of a matrix never fuse with others, as the lanes of a store don't. */
export function groupedAs({ op, instruction }: RequestShape): MemoryOp {
  return movesMatrices(instruction) ? "store" : op;
}

/**
 * How many lanes shared memory serves together: 32 lanes of 1, 2 or 4 bytes, 16 of 8 bytes, 8 of 16 bytes. A load of 8 or 16 bytes
 * is served in groups twice as large when, over the whole warp, every active lane i reads what lane i xor 1 reads, or
 * every active lane i what lane i xor 2 reads; an inactive partner agrees with anything. Stores never fuse.
 * (Found on an H100: patterns pairbit0…2 of hardware/warp-requests.jsonl.)
 */
export function lanesPerGroup(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): number {
  if (bytesPerLane <= 4) return WARP_SIZE;
  const lanes = bytesPerLane === 8 ? 16 : 8;
  const fuses = op === "load" && (partnersAgree(1, activeMask, addresses) || partnersAgree(2, activeMask, addresses));
  return fuses ? lanes * 2 : lanes;
}

function partnersAgree(distance: 1 | 2, activeMask: number, addresses: ArrayLike<number>): boolean {
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    const partner = lane ^ distance;
    if (isActive(activeMask, lane) && isActive(activeMask, partner) && addresses[lane] !== addresses[partner]) return false;
  }
  return true;
}

/** The counting behind `sharedCost`, for millions of requests: after its construction it allocates nothing. */
export class SharedCounter {
  /** The cost of the last request. The object is reused: copy it to keep it. */
  readonly cost = noSharedCost();
  readonly #words = new DistinctSet();
  readonly #wordsOnBank = new Int32Array(BANK_COUNT);

  count(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const { cost } = this;
    const groupSize = lanesPerGroup(op, bytesPerLane, activeMask, addresses);
    cost.requests = activeMask === 0 ? 0 : 1;
    cost.wavefronts = 0;
    cost.groups = 0;
    cost.conflictDegree = 0;
    for (let firstLane = 0; firstLane < WARP_SIZE; firstLane += groupSize) {
      const degree = this.#conflictDegree(firstLane, groupSize, bytesPerLane, activeMask, addresses);
      if (degree === 0) continue;
      cost.groups++;
      cost.wavefronts += degree;
      if (degree > cost.conflictDegree) cost.conflictDegree = degree;
    }
    cost.bankConflicts = cost.wavefronts - cost.groups;
  }

  /** Counts 32 lanes of 4 bytes, evenly spaced by strideWords: a gcd(strideWords, 32)-way conflict, in closed form. */
  countWordStride(strideWords: number): void {
    const { cost } = this;
    const degree = strideWords === 0 ? 1 : Math.min(BANK_COUNT, strideWords & -strideWords);
    cost.requests = 1;
    cost.groups = 1;
    cost.wavefronts = degree;
    cost.conflictDegree = degree;
    cost.bankConflicts = degree - 1;
  }

  /** Distinct words on the busiest bank over one group of lanes; 0 when none is active. */
  #conflictDegree(firstLane: number, groupSize: number, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): number {
    const wordsPerLane = Math.max(1, bytesPerLane / WORD_BYTES);
    if (wordsPerLane === 1 && banksDiffer(firstLane, groupSize, activeMask, addresses)) return 1;
    let degree = 0;
    this.#words.clear();
    this.#wordsOnBank.fill(0);
    for (let lane = firstLane; lane < firstLane + groupSize; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const firstWord = Math.floor(addresses[lane]! / WORD_BYTES);
      for (let word = firstWord; word < firstWord + wordsPerLane; word++) {
        if (!this.#words.add(word)) continue;
        const onBank = ++this.#wordsOnBank[word % BANK_COUNT]!;
        if (onBank > degree) degree = onBank;
      }
    }
    return degree;
  }
}

/**
 * Whether the active lanes of a group, one word each, are all on different banks, with at least one lane active. This is so for most
 * requests of a tuned kernel, and one bit per bank is enough to find out.
 */
function banksDiffer(firstLane: number, lanes: number, activeMask: number, addresses: ArrayLike<number>): boolean {
  let taken = 0;
  for (let lane = firstLane; lane < firstLane + lanes; lane++) {
    if (((activeMask >>> lane) & 1) === 0) continue;
    const bank = 1 << (addresses[lane]! >>> 2);
    if ((taken & bank) !== 0) return false;
    taken |= bank;
  }
  return taken !== 0;
}

const counter = new SharedCounter();
