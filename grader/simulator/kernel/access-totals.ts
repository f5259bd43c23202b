import type { Device } from "../devices.ts";
import { GlobalCounter } from "../global-counter.ts";
import { SharedCounter } from "../shared-counter.ts";
import { CACHE_LINE_BYTES, WARP_SIZE, type AccessWidth } from "../warp-request.ts";
import { INACTIVE } from "./index-caller.ts";
import type { Access, KernelArray } from "./kernel.ts";
import type { AccessTrace, RequestLocation } from "./trace.ts";

/** Adds up the requests of one access. Nothing is allocated for a request but for the costliest so far. */
export abstract class AccessTotals {
  protected readonly access: Access;
  protected readonly array: KernelArray;
  protected readonly bytesPerLane: AccessWidth;
  protected readonly elementsPerLane: number;
  protected readonly addresses = new Float64Array(WARP_SIZE);
  protected requests = 0;
  protected activeLanes = 0;
  /** Active lanes of the last request. */
  protected lanes = 0;
  #worstExcess = -1;
  #worst: RequestLocation | undefined;
  #fewestLanes = WARP_SIZE + 1;
  #sparsest: RequestLocation | undefined;

  constructor(access: Access, array: KernelArray) {
    this.access = access;
    this.array = array;
    this.elementsPerLane = access.elementsPerLane ?? 1;
    this.bytesPerLane = (array.bytesPerElement * this.elementsPerLane) as AccessWidth;
  }

  /**
   * Counts one warp's request: 32 entries of `indexes` from `firstThread`, all of them in bounds and aligned, or INACTIVE.
   *
   * @param stride the common difference of 32 active lanes; undefined for any other pattern
   */
  abstract add(indexes: Int32Array, firstThread: number, stride: number | undefined, locate: () => RequestLocation): void;

  abstract trace(): AccessTrace;

  /** Keeps the request whose cost is furthest above its ideal and the one with the fewest lanes, the first of equals. */
  protected compare(excess: number, locate: () => RequestLocation): void {
    if (excess > this.#worstExcess) {
      this.#worstExcess = excess;
      this.#worst = locate();
    }
    if (this.lanes < this.#fewestLanes) {
      this.#fewestLanes = this.lanes;
      this.#sparsest = locate();
    }
  }

  /** Fills `addresses` and `lanes`, and returns the mask of the active lanes. */
  protected addressesOf(indexes: Int32Array, firstThread: number): number {
    let activeMask = 0;
    this.lanes = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      const index = indexes[firstThread + lane];
      if (index === INACTIVE) continue;
      activeMask |= 1 << lane;
      this.lanes++;
      this.addresses[lane] = index * this.array.bytesPerElement;
    }
    return activeMask;
  }

  protected common() {
    return {
      access: this.access.name,
      array: this.access.array,
      op: this.access.kind,
      bytesPerLane: this.bytesPerLane,
      requests: this.requests,
      activeLanes: this.activeLanes,
      worst: this.#worst,
      sparsest: this.#sparsest,
    };
  }
}

export function accessTotals(access: Access, array: KernelArray, device: Device): AccessTotals {
  return array.space === "global" ? new GlobalTotals(access, array, device) : new SharedTotals(access, array);
}

/*
 * Full-size kernels make a few requests millions of times: one that is like the last is only counted ("again"), and added up
 * when another comes.
 */

class GlobalTotals extends AccessTotals {
  readonly #counter: GlobalCounter;
  #sectors = 0;
  #idealSectors = 0;
  #cacheLines = 0;
  #tagWavefronts = 0;
  #usefulBytes = 0;
  #dramReadBytes = 0;
  #dramWriteBytes = 0;
  /** Where in its cache line the last request started, when it was a run within that line; -1 for any other. */
  #lastOffset = -1;
  #again = 0;

  constructor(access: Access, array: KernelArray, device: Device) {
    super(access, array);
    this.#counter = new GlobalCounter(device);
  }

  add(indexes: Int32Array, firstThread: number, stride: number | undefined, locate: () => RequestLocation): void {
    if (stride === this.elementsPerLane || stride === -this.elementsPerLane) {
      const lowest = stride > 0 ? indexes[firstThread] : indexes[firstThread + WARP_SIZE - 1];
      this.#addRun(lowest * this.array.bytesPerElement, locate);
      return;
    }
    this.#settle();
    const activeMask = this.addressesOf(indexes, firstThread);
    this.#counter.count(this.access.kind, this.bytesPerLane, activeMask, this.addresses);
    this.#take(1, locate);
  }

  #addRun(firstByte: number, locate: () => RequestLocation): void {
    const offset = firstByte % CACHE_LINE_BYTES;
    if (offset === this.#lastOffset) {
      this.#again++;
      return;
    }
    this.#settle();
    this.lanes = WARP_SIZE;
    this.#counter.countRun(this.access.kind, this.bytesPerLane, firstByte);
    this.#take(1, locate);
    if (this.#counter.cacheLines === 1) this.#lastOffset = offset;
  }

  /** Adds up the requests that were like the last. */
  #settle(): void {
    this.#take(this.#again, undefined);
    this.#again = 0;
    this.#lastOffset = -1;
  }

  #take(times: number, locate: (() => RequestLocation) | undefined): void {
    const counter = this.#counter;
    if (times === 0 || counter.requests === 0) return;
    this.requests += times;
    this.activeLanes += times * this.lanes;
    this.#sectors += times * counter.sectors;
    this.#idealSectors += times * counter.idealSectors;
    this.#cacheLines += times * counter.cacheLines;
    this.#tagWavefronts += times * counter.tagWavefronts;
    this.#usefulBytes += times * counter.usefulBytes;
    this.#dramReadBytes += times * counter.dramReadBytes;
    this.#dramWriteBytes += times * counter.dramWriteBytes;
    if (locate) this.compare(counter.sectors - counter.idealSectors, locate);
  }

  trace(): AccessTrace {
    this.#settle();
    return {
      ...this.common(),
      space: "global",
      sectors: this.#sectors,
      idealSectors: this.#idealSectors,
      cacheLines: this.#cacheLines,
      tagWavefronts: this.#tagWavefronts,
      usefulBytes: this.#usefulBytes,
      dramReadBytes: this.#dramReadBytes,
      dramWriteBytes: this.#dramWriteBytes,
    };
  }
}

class SharedTotals extends AccessTotals {
  readonly #counter = new SharedCounter();
  #wavefronts = 0;
  #groups = 0;
  #conflictDegree = 0;
  /** The word stride of the last request, when it had one. */
  #lastStride: number | undefined;
  #again = 0;

  add(indexes: Int32Array, firstThread: number, stride: number | undefined, locate: () => RequestLocation): void {
    const wordStride = this.array.bytesPerElement === 4 && this.elementsPerLane === 1 ? stride : undefined;
    if (wordStride !== undefined && wordStride === this.#lastStride) {
      this.#again++;
      return;
    }
    this.#settle();
    if (wordStride !== undefined) {
      this.lanes = WARP_SIZE;
      this.#counter.countWordStride(wordStride);
    } else {
      const activeMask = this.addressesOf(indexes, firstThread);
      this.#counter.count(this.access.kind, this.bytesPerLane, activeMask, this.addresses);
    }
    this.#take(1, locate);
    this.#lastStride = wordStride;
  }

  #settle(): void {
    this.#take(this.#again, undefined);
    this.#again = 0;
    this.#lastStride = undefined;
  }

  #take(times: number, locate: (() => RequestLocation) | undefined): void {
    const counter = this.#counter;
    if (times === 0 || counter.requests === 0) return;
    this.requests += times;
    this.activeLanes += times * this.lanes;
    this.#wavefronts += times * counter.wavefronts;
    this.#groups += times * counter.groups;
    if (counter.conflictDegree > this.#conflictDegree) this.#conflictDegree = counter.conflictDegree;
    if (locate) this.compare(counter.bankConflicts, locate);
  }

  trace(): AccessTrace {
    this.#settle();
    return {
      ...this.common(),
      space: "shared",
      wavefronts: this.#wavefronts,
      groups: this.#groups,
      bankConflicts: this.#wavefronts - this.#groups,
      conflictDegree: this.#conflictDegree,
    };
  }
}
