import { CACHE_LINE_BYTES, WARP_SIZE } from "#simulator";
import type { TagStage } from "#simulator/global-cost.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { LaneGroups } from "./lane-groups.ts";
import type { Allocation, MemoryArray } from "./memory.ts";
import { COUNTS, COUNTS_PER_ROW, isAtomic } from "./request-costs.ts";
import { COUNTED_SPACES } from "./site-counts.ts";

const FULL_WARP = -1;
const ALL_BITS = -1;
const LINE_SHIFT = Math.log2(CACHE_LINE_BYTES);
const REPEATS_UNTIL_GROUPED = 3;

/** The addresses of a request whose lanes all are within one array. */
interface Reach {
  /** Address of the first active lane, or of lane 0 of evenly spaced ones. */
  readonly first: number;
  /** The lowest and the highest offset from the start of the array, of each lane's own in local memory. */
  readonly lowest: number;
  readonly highest: number;
  /** The highest offset that is in bounds. */
  readonly room: number;
  /** Bits that differ from 0 in any distance between the lanes. */
  readonly differences: number;
}

/**
 * The last request of a site, with the number of requests since that cost the same. They have its mask and its distances between the
 * lanes, and the same key: the bits of the first address that the cost depends on.
 *
 * - Global memory: moving all lanes by whole lines changes nothing but the tag wavefronts. A lane's access never leaves the block of
 *   `granule` bytes that it is in, if all distances are multiples of the granule, so its place in the granule doesn't matter.
 *   As to the tag wavefronts: if all lanes lie in one aligned window, a power of two, it doesn't matter which: line numbers
 *   then differ in upper bits that are the same for all lanes, and a tag hash, which is linear, at most swaps the banks.
 *   An atomic costs the same at the same addresses only, and so does a request to the shared memory of another block.
 * - Shared memory: moving all lanes by whole words rotates the banks.
 * - Local memory: moving all lanes by whole words moves them to other cache lines.
 */
export class RepeatedRequest {
  /** Requests whose cost is not added to the site's counts yet, this one included. */
  count = 0;
  /** Counts of one of these requests. */
  readonly row = new Float64Array(COUNTS_PER_ROW);
  /** The array that all its lanes are in. */
  array: MemoryArray | undefined;
  allocation: Allocation | undefined;
  /** The allocation's space, as its index in `SPACES`. */
  space = 0;
  /** Whether a sanitizer or an observer reads the site's requests. */
  isWatched = false;
  /** Bytes from the first active lane to each active lane, of a request that is not evenly spaced. */
  readonly distances = new Int32Array(WARP_SIZE);
  readonly groups = new LaneGroups();
  readonly #isLoad: boolean;
  readonly #isAtomic: boolean;
  readonly #alignmentBits: number;
  readonly #hasTagHash: boolean;
  #mask = 0;
  /** Bytes from lane to lane; NaN if the lanes are not evenly spaced. */
  #stride = NaN;
  /** First addresses from here on, up to `#to`, keep all lanes in bounds: none until there is a request to compare with. */
  #from = 0;
  #to = -1;
  #keyBits = 0;
  #key = 0;
  /** Bits of the first address that select the tag banks of its lines, and their values. */
  #windowBits = 0;
  #window = 0;
  /** Distinct cache lines of the request, relative to that of its first address, and their number; 0 until they are listed. */
  readonly #lines = new Int32Array(WARP_SIZE);
  #lineCount = 0;

  constructor({ op, bytesPerLane }: AccessSite, hasTagHash: boolean) {
    this.#isLoad = op === "load";
    this.#isAtomic = isAtomic(op);
    this.#alignmentBits = bytesPerLane - 1;
    this.#hasTagHash = hasTagHash;
  }

  /** Whether a request of any pattern costs as much as this one, apart from its tag wavefronts. */
  isLike(mask: number, first: number, addresses: Float64Array): boolean {
    return mask === this.#mask && this.#hasKey(first) && this.#hasDistances(mask, first, addresses);
  }

  /** The same for evenly spaced lanes. */
  isLikeRun(mask: number, first: number, stride: number): boolean {
    return mask === this.#mask && stride === this.#stride && this.#hasKey(first);
  }

  /** Whether a request like this one also has its tag wavefronts. */
  hasWindow(first: number): boolean {
    return (first & this.#windowBits) === this.#window;
  }

  /** Forgets the request and its array: no other one is like it. */
  forget(): void {
    this.#to = this.#from - 1;
    this.array = undefined;
  }

  /**
   * Replaces this request by one that isn't like it. The caller puts its counts into `row`, and its distances into `distances`.
   *
   * @param stride bytes from lane to lane; NaN if the lanes are not evenly spaced
   */
  replace(mask: number, stride: number, array: MemoryArray, { first, lowest, highest, room, differences }: Reach): void {
    const { allocation } = array;
    let keyBits = this.#alignmentBits | 3;
    let windowBits = 0;
    if (allocation.space === "global") {
      const granule = differences === 0 ? CACHE_LINE_BYTES : Math.min(CACHE_LINE_BYTES, differences & -differences);
      keyBits = ((CACHE_LINE_BYTES - 1) & -granule) | this.#alignmentBits;
      const base = allocation.base + array.offset;
      if (this.#hasTagHash) windowBits = windowBitsOf((base + lowest) >>> LINE_SHIFT, (base + highest) >>> LINE_SHIFT);
    }
    // An atomic's passes depend on the tag banks of its lines, and those of the cluster's lines on where they lie in the block's memory.
    if (allocation.space === "cluster" || (this.#isAtomic && allocation.space === "global")) {
      keyBits = ALL_BITS;
      windowBits = 0;
    }
    if (allocation !== this.allocation) this.space = COUNTED_SPACES.indexOf(allocation.space);
    this.array = array;
    this.allocation = allocation;
    this.#mask = mask;
    this.#stride = stride;
    this.#from = first - lowest;
    this.#to = first + room - highest;
    this.#keyBits = keyBits;
    this.#key = first & keyBits;
    this.#windowBits = windowBits;
    this.#window = first & windowBits;
    this.#lineCount = 0;
    this.groups.count = 0;
    this.count = 1;
  }

  /** Replaces this request by one like it, except for its tag wavefronts. */
  moveWindow(first: number, tags: TagStage): void {
    if (this.#lineCount === 0) this.#listLines(first);
    const firstLine = first >> LINE_SHIFT;
    tags.clear();
    let lowest = firstLine;
    let highest = firstLine;
    for (let index = 0; index < this.#lineCount; index++) {
      const line = firstLine + this.#lines[index]!;
      tags.add(line);
      if (line < lowest) lowest = line;
      if (line > highest) highest = line;
    }
    this.row[COUNTS.tagWavefronts] = tags.wavefronts;
    // Lanes that lay in one window may straddle two now.
    this.#windowBits = windowBitsOf(lowest, highest);
    this.#window = first & this.#windowBits;
    this.count = 1;
  }

  /** Whether the lanes of a load are grouped by their addresses, which pays off once the load has repeated often enough. */
  hasGroups(): boolean {
    if (this.groups.count !== 0) return true;
    if (this.count < REPEATS_UNTIL_GROUPED || !this.#isLoad) return false;
    this.groups.group(this.#mask, this.distances);
    return true;
  }

  #hasKey(first: number): boolean {
    return first >= this.#from && first <= this.#to && (first & this.#keyBits) === this.#key;
  }

  #hasDistances(mask: number, first: number, addresses: Float64Array): boolean {
    if (!Number.isNaN(this.#stride)) return false;
    const { distances } = this;
    if (mask === FULL_WARP) {
      for (let lane = 1; lane < WARP_SIZE; lane++) if (addresses[lane]! - first !== distances[lane]) return false;
      return true;
    }
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) !== 0 && addresses[lane]! - first !== distances[lane]) return false;
    }
    return true;
  }

  #listLines(first: number): void {
    const lines = this.#lines;
    const isEven = !Number.isNaN(this.#stride);
    let count = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((this.#mask >>> lane) & 1) === 0) continue;
      const distance = isEven ? this.#stride * lane : this.distances[lane]!;
      const line = ((first + distance) >> LINE_SHIFT) - (first >> LINE_SHIFT);
      if (!lines.subarray(0, count).includes(line)) lines[count++] = line;
    }
    this.#lineCount = count;
  }
}

/** Bits of a byte address that place it in the smallest aligned window, a power of two of cache lines, with both lines; 0 for one line. */
export function windowBitsOf(lowestLine: number, highestLine: number): number {
  const differing = lowestLine ^ highestLine;
  return differing === 0 ? 0 : (2 ** (32 - Math.clz32(differing)) - 1) << LINE_SHIFT;
}
