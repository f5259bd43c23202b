import { DistinctSet } from "./distinct.ts";
import { lanesPerGroup } from "./shared-groups.ts";
import { BANK_COUNT, WARP_SIZE, WORD_BYTES, type MemoryOp } from "./warp-request.ts";

/**
 * Whether lanes of one word each are on different banks, at least one of them active: most requests of a tuned kernel, found out
 * from a bit a bank.
 */
function banksDiffer(firstLane: number, lanes: number, activeMask: number, addresses: ArrayLike<number>): boolean {
  let taken = 0;
  for (let lane = firstLane; lane < firstLane + lanes; lane++) {
    if (((activeMask >>> lane) & 1) === 0) continue;
    const bank = 1 << (addresses[lane] >>> 2);
    if ((taken & bank) !== 0) return false;
    taken |= bank;
  }
  return taken !== 0;
}

/**
 * The counting behind `sharedCost`, for millions of requests: nothing is allocated after it is made.
 * The figures of the last request stand in its fields; they mean what `SharedCost` says.
 */
export class SharedCounter {
  requests = 0;
  wavefronts = 0;
  groups = 0;
  bankConflicts = 0;
  conflictDegree = 0;

  readonly #words = new DistinctSet();
  readonly #wordsOnBank = new Int32Array(BANK_COUNT);

  count(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const groupSize = lanesPerGroup(op, bytesPerLane, activeMask, addresses);
    this.requests = activeMask === 0 ? 0 : 1;
    this.wavefronts = 0;
    this.groups = 0;
    this.conflictDegree = 0;
    for (let firstLane = 0; firstLane < WARP_SIZE; firstLane += groupSize) {
      const degree = this.#degree(firstLane, groupSize, bytesPerLane, activeMask, addresses);
      if (degree === 0) continue;
      this.groups++;
      this.wavefronts += degree;
      if (degree > this.conflictDegree) this.conflictDegree = degree;
    }
    this.bankConflicts = this.wavefronts - this.groups;
  }

  /** All 32 lanes, 4 bytes each, lane i at word ± i × strideWords from the first: a gcd(stride, 32)-way conflict, in closed form. */
  countWordStride(strideWords: number): void {
    const degree = strideWords === 0 ? 1 : Math.min(BANK_COUNT, strideWords & -strideWords);
    this.requests = 1;
    this.groups = 1;
    this.wavefronts = degree;
    this.conflictDegree = degree;
    this.bankConflicts = degree - 1;
  }

  /** Distinct words on the busiest bank over one group of lanes; 0 when none is active. */
  #degree(firstLane: number, groupSize: number, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): number {
    const wordsPerLane = Math.max(1, bytesPerLane / WORD_BYTES);
    if (wordsPerLane === 1 && banksDiffer(firstLane, groupSize, activeMask, addresses)) return 1;
    let degree = 0;
    this.#words.clear();
    this.#wordsOnBank.fill(0);
    for (let lane = firstLane; lane < firstLane + groupSize; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const firstWord = Math.floor(addresses[lane] / WORD_BYTES);
      for (let word = firstWord; word < firstWord + wordsPerLane; word++) {
        if (!this.#words.add(word)) continue;
        const onBank = ++this.#wordsOnBank[word % BANK_COUNT];
        if (onBank > degree) degree = onBank;
      }
    }
    return degree;
  }
}
