import type { Device } from "../devices.ts";
import { GlobalCounter, addGlobalCost, noGlobalCost } from "../global-cost.ts";
import { readCost } from "../copy-cost.ts";
import { SharedCounter, addSharedCost, groupedAs, noSharedCost } from "../shared-cost.ts";
import { CACHE_LINE_BYTES, WARP_SIZE, WORD_BYTES, type RequestShape } from "../warp-request.ts";
import { INACTIVE } from "./index-caller.ts";
import { shapeOf, type Access, type KernelArray } from "./kernel.ts";
import type { LocatedRequest } from "./located-request.ts";
import type { AccessTrace, AccessTraceBase } from "./trace.ts";

/**
 * The totals of an access to this array. `locate` returns the request that is being added; it is called only for requests that are
 * recorded.
 */
export function accessTotals(access: Access, array: KernelArray, device: Device, locate: () => LocatedRequest): AccessTotals {
  return array.space === "global" ? new GlobalTotals(access, array, device, locate) : new SharedTotals(access, array, locate);
}

/**
 * Adds up the requests of one access. Full-size kernels make a few requests millions of times: as long as the cost key stays the
 * same, requests are only counted, and their cost is added when another key comes. Nothing is allocated for a request unless it is
 * the costliest so far, or the one with the fewest lanes.
 */
export abstract class AccessTotals {
  protected readonly shape: RequestShape;
  protected readonly bytesPerElement: number;
  protected readonly elementsPerLane: number;
  protected readonly addresses = new Float64Array(WARP_SIZE);
  readonly #access: Access;
  /** The request that is being added. */
  protected readonly locate: () => LocatedRequest;
  #activeLanes = 0;
  #lastKey: number | undefined;
  #lastLanes = 0;
  /** How many requests with the last cost key are not added up yet. */
  #repeated = 0;
  #greatestExcess = -1;
  #costliest: LocatedRequest | undefined;
  #fewest = WARP_SIZE + 1;
  #fewestLanes: LocatedRequest | undefined;

  constructor(access: Access, array: KernelArray, locate: () => LocatedRequest) {
    this.shape = shapeOf(access, array);
    this.bytesPerElement = array.bytesPerElement;
    this.elementsPerLane = access.elementsPerLane ?? 1;
    this.#access = access;
    this.locate = locate;
  }

  /**
   * Adds one warp's request: 32 entries of `indexes` from `firstThread`, all of them in bounds and aligned, or INACTIVE.
   *
   * @param stride the common difference of 32 active lanes; undefined for any other pattern
   */
  add(indexes: Int32Array, firstThread: number, stride: number | undefined): void {
    const key = stride === undefined ? undefined : this.costKey(indexes, firstThread, stride);
    if (key !== undefined && key === this.#lastKey) {
      this.#repeated++;
      return;
    }
    this.#addRepeated();
    this.#lastKey = key;
    this.#lastLanes = this.count(indexes, firstThread, stride);
    if (this.#lastLanes === 0) return;
    this.#addUp(1);
    this.#keepExtremes();
  }

  abstract trace(): AccessTrace;

  /** Requests with the same key have the same cost. Undefined for a pattern that must be counted each time. */
  protected abstract costKey(indexes: Int32Array, firstThread: number, stride: number): number | undefined;

  /** Counts a request, and returns the number of its active lanes. */
  protected abstract count(indexes: Int32Array, firstThread: number, stride: number | undefined): number;

  /** How far the cost of the last counted request is above its ideal. */
  protected abstract excess(): number;

  /** Adds the cost of the last counted request to the sum, `times` times. */
  protected abstract addCost(times: number): void;

  /** Adds what is still outstanding and returns what all traces have in common. */
  protected finish(): AccessTraceBase {
    this.#addRepeated();
    const costliest = this.#costliest;
    const fewestLanes = this.#fewestLanes;
    return {
      ...this.shape,
      access: this.#access.name,
      array: this.#access.array,
      activeLanes: this.#activeLanes,
      ...(costliest && { costliest }),
      ...(fewestLanes && { fewestLanes }),
    };
  }

  /** Fills `addresses` and returns the mask of the active lanes. */
  protected addressesOf(indexes: Int32Array, firstThread: number): number {
    let activeMask = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      const index = indexes[firstThread + lane]!;
      if (index === INACTIVE) continue;
      activeMask |= 1 << lane;
      this.addresses[lane] = index * this.bytesPerElement;
    }
    return activeMask;
  }

  #addRepeated(): void {
    if (this.#repeated > 0) this.#addUp(this.#repeated);
    this.#repeated = 0;
  }

  #addUp(times: number): void {
    this.#activeLanes += times * this.#lastLanes;
    this.addCost(times);
  }

  /** Keeps the last counted request if it is costlier than any before, or has fewer lanes. */
  #keepExtremes(): void {
    const excess = this.excess();
    if (excess > this.#greatestExcess) {
      this.#greatestExcess = excess;
      this.#costliest = this.locate();
    }
    if (this.#lastLanes < this.#fewest) {
      this.#fewest = this.#lastLanes;
      this.#fewestLanes = this.locate();
    }
  }
}

class GlobalTotals extends AccessTotals {
  readonly #counter: GlobalCounter;
  readonly #device: Device;
  readonly #sum = noGlobalCost();

  constructor(access: Access, array: KernelArray, device: Device, locate: () => LocatedRequest) {
    super(access, array, locate);
    this.#counter = new GlobalCounter(device);
    this.#device = device;
  }

  /** The cost of contiguous bytes in one cache line depends on their offset only; in two lines, on the tag banks, too. */
  protected override costKey(indexes: Int32Array, firstThread: number, stride: number): number | undefined {
    if (!this.#isContiguous(stride)) return undefined;
    const offset = this.#firstByte(indexes, firstThread, stride) % CACHE_LINE_BYTES;
    return offset + WARP_SIZE * this.shape.bytesPerLane <= CACHE_LINE_BYTES ? offset : undefined;
  }

  protected override count(indexes: Int32Array, firstThread: number, stride: number | undefined): number {
    const { op, bytesPerLane } = this.shape;
    if (this.#isContiguous(stride)) {
      this.#counter.countContiguous(op, bytesPerLane, this.#firstByte(indexes, firstThread, stride));
      return WARP_SIZE;
    }
    const activeMask = this.addressesOf(indexes, firstThread);
    this.#counter.count(op, bytesPerLane, activeMask, this.addresses);
    if (this.shape.instruction === "cp.async.cg") return this.#countCopy();
    return lanesIn(activeMask);
  }

  /** Counts a copy that passes L1 by, whose sectors depend on where it stores. */
  #countCopy(): number {
    const { request } = this.locate();
    Object.assign(this.#counter.cost, readCost(request, this.#device));
    return lanesIn(request.activeMask);
  }

  protected override excess(): number {
    return this.#counter.cost.sectors - this.#counter.cost.idealSectors;
  }

  protected override addCost(times: number): void {
    addGlobalCost(this.#sum, this.#counter.cost, times);
  }

  override trace(): AccessTrace {
    return { ...this.finish(), ...this.#sum, space: "global" };
  }

  #isContiguous(stride: number | undefined): stride is number {
    return stride === this.elementsPerLane || stride === -this.elementsPerLane;
  }

  #firstByte(indexes: Int32Array, firstThread: number, stride: number): number {
    return indexes[stride > 0 ? firstThread : firstThread + WARP_SIZE - 1]! * this.bytesPerElement;
  }
}

class SharedTotals extends AccessTotals {
  readonly #counter = new SharedCounter();
  readonly #sum = noSharedCost();

  /** The cost of evenly spaced words depends on the stride only. */
  protected override costKey(_indexes: Int32Array, _firstThread: number, stride: number): number | undefined {
    return this.bytesPerElement === WORD_BYTES && this.elementsPerLane === 1 ? stride : undefined;
  }

  protected override count(indexes: Int32Array, firstThread: number, stride: number | undefined): number {
    const strideWords = stride === undefined ? undefined : this.costKey(indexes, firstThread, stride);
    if (strideWords !== undefined) {
      this.#counter.countWordStride(strideWords);
      return WARP_SIZE;
    }
    const activeMask = this.addressesOf(indexes, firstThread);
    this.#counter.count(groupedAs(this.shape), this.shape.bytesPerLane, activeMask, this.addresses);
    return lanesIn(activeMask);
  }

  protected override excess(): number {
    return this.#counter.cost.bankConflicts;
  }

  protected override addCost(times: number): void {
    addSharedCost(this.#sum, this.#counter.cost, times);
  }

  override trace(): AccessTrace {
    return { ...this.finish(), ...this.#sum, space: "shared" };
  }
}

function lanesIn(activeMask: number): number {
  let lanes = 0;
  for (let bits = activeMask; bits !== 0; bits &= bits - 1) lanes++;
  return lanes;
}
