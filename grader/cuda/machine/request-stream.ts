import { CACHE_LINE_BYTES, WARP_SIZE, type Device, type Launch } from "#simulator";
import { TagStage } from "#simulator/global-cost.ts";
import { misalignedSentence, outOfBoundsSentence, uninitializedSentence } from "./access-sentence.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { Findings, type FindingKind } from "./findings.ts";
import { LaunchPlace } from "./launch-place.ts";
import type { Allocation, Memory, Space } from "./memory.ts";
import { RaceCheck } from "./race-check.ts";
import { COUNTS, COUNTS_PER_ROW, RequestCosts, isAtomic } from "./request-costs.ts";
import { SPACES, SiteSums, type SiteCounts } from "./site-counts.ts";
import { areWritten, lanesNotWritten, markRunWritten, markWritten, runLanesNotWritten } from "./written-bytes.ts";

export type { SharedAtomicLoop, SiteCounts } from "./site-counts.ts";

/** Which of the sanitizers look at the requests. What is out of bounds or misaligned is never carried out, reported or not. */
export interface Sanitizers {
  readonly memcheck: boolean;
  /** For all launches of a memory or for none: what a launch without it writes counts as never written. */
  readonly initcheck: boolean;
  readonly racecheck: boolean;
}

/**
 * Another reader of the stream: is told of each request, with the lanes that may go on. The addresses are reused: copy what you keep.
 * It may return of how many of the site's next requests it need not be told.
 */
export type ObserveRequest = (site: number, activeMask: number, addresses: Float64Array, space: Space) => number | void;

export interface StreamOptions {
  readonly device: Device;
  readonly launch: Launch;
  readonly sanitizers?: Partial<Sanitizers>;
  readonly findings?: Findings;
  readonly observe?: ObserveRequest;
  /** Is told when all warps of the block have arrived at a barrier. */
  readonly observeBarrier?: () => void;
}

const FULL_WARP = -1;
const REPEATS_UNTIL_GROUPED = 3;

/**
 * The stream of a launch's requests: what the machine calls for every access of every warp. It says which lanes may go on, and has
 * each request counted, sanitized and observed.
 *
 * Most requests of a site cost what the one before them cost. So the stream keeps the last request of each site, and what others must
 * have in common with it: the mask, the distances between the lanes, and the lowest bits of the first address. Those are only counted,
 * and their cost is added when another request comes.
 *
 * Masks are 32-bit integers, bit i for lane i; all lanes are -1 or 0xffffffff.
 */
export class RequestStream {
  readonly findings: Findings;
  readonly place: LaunchPlace;
  readonly #memory: Memory;
  readonly #sites: readonly AccessSite[];
  readonly #costs: RequestCosts;
  readonly #tags: TagStage;
  readonly #areTagsHashed: boolean;
  readonly #memcheck: boolean;
  readonly #initcheck: boolean;
  readonly #races: RaceCheck | undefined;
  readonly #observe: ObserveRequest | undefined;
  /** How many of a site's next requests the observer need not be told of. */
  readonly #untold: Float64Array;
  readonly #observeBarrier: (() => void) | undefined;
  readonly #scratch = new Float64Array(WARP_SIZE);

  // The last request of each site.
  readonly #mask: Int32Array;
  /** Bytes from lane to lane; NaN if the lanes' distances are in `#distances`. */
  readonly #stride: Float64Array;
  /** Bytes from the first active lane to each lane. */
  readonly #distances: Int32Array;
  /** Where the first address may lie so that all lanes are in bounds: from Infinity on if there is no request to compare with. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  /** Bits of the first address that decide what the request costs and whether it is aligned, and their values. */
  readonly #keyBits: Int32Array;
  readonly #key: Int32Array;
  /** Bits of the first address that decide on which tag banks its lines lie, and their values. */
  readonly #windowBits: Int32Array;
  readonly #window: Int32Array;
  /** Distinct cache lines of the request, counted from that of its first address, and their number; 0 until it is asked for. */
  readonly #lines: Int32Array;
  readonly #lineCount: Uint8Array;
  /** For loads: lanes on one address, as the first and the last of them, and the number of such groups; 0 until it is asked for. */
  readonly #groups: Uint8Array;
  readonly #groupCount: Uint8Array;
  readonly #space: Uint8Array;
  readonly #allocation: (Allocation | undefined)[];
  /** 1 if a sanitizer or observer wants to see the site's requests. */
  readonly #isWatched: Uint8Array;
  readonly #row: Float64Array;
  /** Requests like the last one whose cost is not added yet. */
  readonly #repeats: Float64Array;
  readonly #sums: SiteSums;

  /** @param memory laid out for the launch: see `Memory.startLaunch` */
  constructor(memory: Memory, sites: readonly AccessSite[], options: StreamOptions) {
    const { device, launch, sanitizers = {}, findings = new Findings(), observe, observeBarrier } = options;
    this.#memory = memory;
    this.#sites = sites;
    this.findings = findings;
    this.place = new LaunchPlace(launch);
    this.#costs = new RequestCosts(device);
    this.#tags = new TagStage(device.tagBanks);
    this.#areTagsHashed = device.tagBanks.masks !== undefined;
    this.#memcheck = sanitizers.memcheck ?? true;
    this.#initcheck = sanitizers.initcheck ?? true;
    this.#races = (sanitizers.racecheck ?? true) ? new RaceCheck(memory, sites, this.place, findings) : undefined;
    this.#observe = observe;
    this.#observeBarrier = observeBarrier;
    const count = sites.length;
    this.#untold = new Float64Array(count);
    this.#mask = new Int32Array(count);
    this.#stride = new Float64Array(count);
    this.#distances = new Int32Array(count * WARP_SIZE);
    this.#from = new Float64Array(count).fill(Infinity);
    this.#to = new Float64Array(count);
    this.#keyBits = new Int32Array(count);
    this.#key = new Int32Array(count);
    this.#windowBits = new Int32Array(count);
    this.#window = new Int32Array(count);
    this.#lines = new Int32Array(count * WARP_SIZE);
    this.#lineCount = new Uint8Array(count);
    this.#groups = new Uint8Array(count * 2 * WARP_SIZE);
    this.#groupCount = new Uint8Array(count);
    this.#space = new Uint8Array(count);
    this.#allocation = sites.map(() => undefined);
    this.#isWatched = new Uint8Array(count);
    this.#row = new Float64Array(count * COUNTS_PER_ROW);
    this.#repeats = new Float64Array(count);
    this.#sums = new SiteSums(count);
  }

  /** A block starts: call `startWarp` next. */
  startBlock(linearBlock: number): void {
    this.place.block = linearBlock;
    this.#memory.startBlock();
    this.#races?.settle();
    this.#races?.clock.startBlock(linearBlock);
  }

  /** A warp of the block starts, or goes on after a barrier of the block or after other warps ran. */
  startWarp(warp: number): void {
    this.place.warp = warp;
    this.#races?.settle();
    this.#races?.startWarp(warp);
  }

  /** All warps of the block have arrived at a barrier: call `startWarp` next. */
  blockBarrier(): void {
    this.#races?.settle();
    this.#races?.clock.blockBarrier();
    this.place.barriers++;
    this.#observeBarrier?.();
  }

  /** The lanes of the mask waited for each other: `__syncwarp`, a shuffle, a vote. */
  warpBarrier(warp: number, mask: number): void {
    this.#races?.settle();
    this.#races?.clock.warpBarrier(warp, mask);
  }

  /** `__threadfence` and `__threadfence_system`. */
  fence(): void {
    this.#races?.clock.fence();
  }

  /** The launch has ended. */
  endLaunch(): void {
    this.#races?.settle();
    for (const { number } of this.#sites) this.#addRepeats(number);
  }

  /** After a store: the lanes whose bytes a higher lane of the same store overwrote. Mostly 0. */
  get overwrittenLanes(): number {
    return this.#races === undefined ? 0 : this.#races.overwrittenLanes;
  }

  /** After a store with `overwrittenLanes`: those of them that stored another value than memory holds now. */
  lostValues(lanes: number): void {
    this.#races?.lostValues(lanes);
  }

  /** A request of any pattern: 32 addresses, those of inactive lanes mean nothing. Returns the mask of the lanes that may go on. */
  access(site: number, mask: number, addresses: Float64Array): number {
    mask |= 0;
    if (mask === 0) return 0;
    const first = addresses[firstLaneOf(mask)]!;
    if (
      mask === this.#mask[site] &&
      first >= this.#from[site]! &&
      first <= this.#to[site]! &&
      (first & this.#keyBits[site]!) === this.#key[site] &&
      this.#hasLastDistances(site, mask, first, addresses)
    ) {
      if ((first & this.#windowBits[site]!) === this.#window[site]) this.#repeats[site]!++;
      else this.#moveWindow(site, mask, first);
      if (this.#isWatched[site] === 1 && this.#hasGroups(site, mask)) {
        this.#watchGroups(site, mask, addresses);
        return mask;
      }
    } else {
      this.#addRepeats(site);
      if (!this.#isOneRequest(site, mask, first, addresses)) return this.#laneByLane(site, mask, addresses);
    }
    if (this.#isWatched[site] === 1) {
      this.#races?.settle();
      this.#watch(site, SPACES[this.#space[site]!]!, this.#allocation[site], mask, addresses);
    }
    return mask;
  }

  /** A request of evenly spaced lanes: lane l at `first + stride × l`. Returns the mask of the lanes that may go on. */
  run(site: number, mask: number, first: number, stride: number): number {
    mask |= 0;
    if (
      mask === this.#mask[site] &&
      stride === this.#stride[site] &&
      first >= this.#from[site]! &&
      first <= this.#to[site]! &&
      (first & this.#keyBits[site]!) === this.#key[site]
    ) {
      if ((first & this.#windowBits[site]!) === this.#window[site]) this.#repeats[site]!++;
      else this.#moveWindow(site, mask, first);
    } else {
      if (mask === 0) return 0;
      this.#addRepeats(site);
      if (!this.#isOneRun(site, mask, first, stride)) return this.#laneByLane(site, mask, this.#spread(first, stride));
    }
    if (this.#isWatched[site] === 1) this.#watchRun(site, mask, first, stride);
    return mask;
  }

  /** What the site's requests add up to: one entry for each space that it accessed. */
  counts(site: number): SiteCounts[] {
    this.#addRepeats(site);
    return this.#sums.counts(site);
  }

  #hasLastDistances(site: number, mask: number, first: number, addresses: Float64Array): boolean {
    if (!Number.isNaN(this.#stride[site])) return false;
    const distances = this.#distances;
    const from = site * WARP_SIZE;
    if (mask === FULL_WARP) {
      for (let lane = 1; lane < WARP_SIZE; lane++) if (addresses[lane]! - first !== distances[from + lane]) return false;
      return true;
    }
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) !== 0 && addresses[lane]! - first !== distances[from + lane]) return false;
    }
    return true;
  }

  /** Counts and keeps a request whose lanes all are aligned and within one allocation. Returns false, having done nothing, for others. */
  #isOneRequest(site: number, mask: number, first: number, addresses: Float64Array): boolean {
    const { bytesPerLane } = this.#sites[site]!;
    const allocation = this.#allocationAt(site, first);
    if (!allocation) return false;
    const isLocal = allocation.space === "local";
    const bytesPerThread = isLocal ? this.#memory.localBytesPerThread : 0;
    // Of local memory, a thread may access its own part only: each lane's addresses are counted from the start of its part.
    let start = isLocal ? this.#firstLocalAddress() : allocation.base;
    const room = (isLocal ? bytesPerThread : allocation.bytes) - bytesPerLane;
    let [lowest, highest, differences] = [0x7fffffff, -0x80000000, 0];
    const distances = this.#distances;
    const from = site * WARP_SIZE;
    for (let lane = 0; lane < WARP_SIZE; lane++, start += bytesPerThread) {
      if (((mask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]! & -bytesPerLane;
      if (address !== addresses[lane]!) return false;
      const offset = address - start;
      if (offset < lowest) lowest = offset;
      if (offset > highest) highest = offset;
      const distance = address - first;
      differences |= distance;
      distances[from + lane] = distance;
    }
    if (lowest < 0 || highest > room) return false;
    this.#stride[site] = NaN;
    this.#keep(site, mask, allocation, first, first - lowest, first + room - highest, differences, lowest, highest);
    this.#costs.count(this.#sites[site]!, allocation.space, mask, addresses, this.#firstLocalAddress(), this.#memory.localBytesPerThread);
    this.#keepRow(site);
    return true;
  }

  /** The same for evenly spaced lanes. */
  #isOneRun(site: number, mask: number, first: number, stride: number): boolean {
    const accessSite = this.#sites[site]!;
    const { bytesPerLane } = accessSite;
    const [firstLane, lastLane] = [firstLaneOf(mask), 31 - Math.clz32(mask)];
    const end = first + stride * firstLane;
    const otherEnd = first + stride * lastLane;
    const [low, high] = end < otherEnd ? [end, otherEnd] : [otherEnd, end];
    if ((end & -bytesPerLane) !== end || (otherEnd & -bytesPerLane) !== otherEnd) return false;
    if (firstLane !== lastLane && (stride & -bytesPerLane) !== stride) return false;
    const allocation = this.#allocationAt(site, low);
    if (!allocation) return false;
    let start = allocation.base;
    let room = allocation.bytes - bytesPerLane;
    let [lowest, highest] = [low - start, high - start];
    if (allocation.space === "local") {
      if (stride !== this.#memory.localBytesPerThread) return false;
      start = this.#firstLocalAddress();
      room = stride - bytesPerLane;
      lowest = highest = first - start;
      if (lowest < 0) return false;
    }
    if (highest > room) return false;
    this.#stride[site] = stride;
    this.#keep(site, mask, allocation, first, first - lowest, first + room - highest, stride, lowest, highest);
    if (mask !== FULL_WARP || !this.#costs.countRun(accessSite, allocation.space, first, stride)) {
      const localBytes = this.#memory.localBytesPerThread;
      this.#costs.count(accessSite, allocation.space, mask, this.#spread(first, stride), this.#firstLocalAddress(), localBytes);
    }
    this.#keepRow(site);
    return true;
  }

  /**
   * Keeps a request as the site's last. Its cost is that of any request with the same mask and distances whose first address has the
   * same key:
   *
   * - Global memory: moving all lanes by whole lines changes nothing but the tag wavefronts. A lane's access never leaves the block of
   *   `granule` bytes that it is in, if all distances are multiples of the granule, so where in its granule it is doesn't matter.
   *   As to the tag wavefronts: if all lanes lie in one aligned window, a power of two, it doesn't matter which: line numbers
   *   then differ in upper bits that are the same for all lanes, and a tag hash, which is linear, at most swaps the banks.
   * - Shared memory: moving all lanes by whole words rotates the banks.
   * - Local memory: moving all lanes by whole words moves them to other cache lines.
   */
  #keep(
    site: number,
    mask: number,
    allocation: Allocation,
    first: number,
    from: number,
    to: number,
    differences: number,
    lowestOffset: number,
    highestOffset: number,
  ): void {
    const { space } = allocation;
    const { bytesPerLane, op } = this.#sites[site]!;
    const alignmentBits = bytesPerLane - 1;
    let keyBits = alignmentBits | 3;
    let windowBits = 0;
    if (space === "global") {
      const granule = differences === 0 ? CACHE_LINE_BYTES : Math.min(CACHE_LINE_BYTES, differences & -differences);
      keyBits = ((CACHE_LINE_BYTES - 1) & -granule) | alignmentBits;
      if (this.#areTagsHashed) windowBits = windowBitsOf((allocation.base + lowestOffset) >>> 7, (allocation.base + highestOffset) >>> 7);
    }
    if (isAtomic(op)) {
      // Lanes on one address make several look-ups of its line, so `#moveWindow` would count too few.
      keyBits |= windowBits;
      windowBits = 0;
    }
    this.#windowBits[site] = windowBits;
    this.#window[site] = first & windowBits;
    this.#lineCount[site] = 0;
    this.#groupCount[site] = 0;
    this.#mask[site] = mask;
    this.#from[site] = from;
    this.#to[site] = to;
    this.#keyBits[site] = keyBits;
    this.#key[site] = first & keyBits;
    if (allocation !== this.#allocation[site]) this.#space[site] = SPACES.indexOf(space);
    this.#allocation[site] = allocation;
    this.#repeats[site] = 1;
    const races = this.#races !== undefined && (space === "global" || space === "shared");
    this.#isWatched[site] = races || (this.#initcheck && allocation.written) || this.#observe ? 1 : 0;
  }

  /** Counts a request that costs what the site's last one cost, apart from its tag wavefronts. */
  #moveWindow(site: number, mask: number, first: number): void {
    this.#addRepeats(site);
    if (this.#lineCount[site] === 0) this.#listLines(site, mask, first);
    const from = site * WARP_SIZE;
    const firstLine = first >> 7;
    this.#tags.clear();
    let [lowest, highest] = [firstLine, firstLine];
    for (let index = from; index < from + this.#lineCount[site]!; index++) {
      const line = firstLine + this.#lines[index]!;
      this.#tags.add(line);
      if (line < lowest) lowest = line;
      if (line > highest) highest = line;
    }
    this.#row[site * COUNTS_PER_ROW + COUNTS.tagWavefronts] = this.#tags.wavefronts;
    // Lanes that lay in one window may lie across the border of two now.
    this.#windowBits[site] = windowBitsOf(lowest, highest);
    this.#window[site] = first & this.#windowBits[site]!;
    this.#repeats[site] = 1;
  }

  #listLines(site: number, mask: number, first: number): void {
    const from = site * WARP_SIZE;
    const stride = this.#stride[site]!;
    let count = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const distance = Number.isNaN(stride) ? this.#distances[from + lane]! : stride * lane;
      const line = ((first + distance) >> 7) - (first >> 7);
      if (!this.#lines.subarray(from, from + count).includes(line)) this.#lines[from + count++] = line;
    }
    this.#lineCount[site] = count;
  }

  #keepRow(site: number): void {
    const { row } = this.#costs;
    for (let count = 0; count < COUNTS_PER_ROW; count++) this.#row[site * COUNTS_PER_ROW + count] = row[count]!;
  }

  /** A request whose lanes are in several allocations, or not all in any: each space has a request of its own. */
  #laneByLane(site: number, mask: number, addresses: Float64Array): number {
    this.#from[site] = Infinity;
    this.#races?.settle();
    const { bytesPerLane } = this.#sites[site]!;
    const masks = [0, 0, 0, 0];
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      const allocation = this.#memory.find(address);
      if (!allocation || !this.#isWithin(allocation, address, bytesPerLane, lane))
        this.#refuse("out-of-bounds", site, mask, lane, addresses);
      else if ((address & -bytesPerLane) !== address) this.#refuse("misaligned", site, mask, lane, addresses);
      else masks[SPACES.indexOf(allocation.space)]! |= 1 << lane;
    }
    let allowed = 0;
    SPACES.forEach((space, index) => {
      const lanes = masks[index]!;
      if (lanes === 0) return;
      allowed |= lanes;
      this.#costs.count(this.#sites[site]!, space, lanes, addresses, this.#firstLocalAddress(), this.#memory.localBytesPerThread);
      this.#sums.add(site, index, this.#costs.row, 0, 1);
      this.#watch(site, space, undefined, lanes, addresses);
    });
    return allowed;
  }

  #isWithin({ space, base, bytes }: Allocation, address: number, bytesPerLane: number, lane: number): boolean {
    if (space !== "local") return address + bytesPerLane <= base + bytes;
    const { localBytesPerThread } = this.#memory;
    const offset = address - this.#firstLocalAddress() - lane * localBytesPerThread;
    return offset >= 0 && offset + bytesPerLane <= localBytesPerThread;
  }

  /** Has a request sanitized and observed. @param allocation undefined if the lanes are in several */
  #watch(site: number, space: Space, allocation: Allocation | undefined, mask: number, addresses: Float64Array): void {
    if (this.#initcheck) {
      if (!allocation) {
        for (let lanes = mask; lanes !== 0; lanes &= lanes - 1) {
          const lane = firstLaneOf(lanes);
          const its = this.#memory.find(addresses[lane]!)!;
          if (its.written) this.#checkWritten(site, its.written, its.base, 1 << lane, addresses);
        }
      } else if (allocation.written) this.#checkWritten(site, allocation.written, allocation.base, mask, addresses);
    }
    if (this.#races && (space === "global" || space === "shared")) this.#races.access(this.#sites[site]!, space, mask, addresses);
    if (this.#isToTell(site)) this.#untold[site] = this.#observe!(site, mask, addresses, space) ?? 0;
  }

  /** Whether the lanes of a load that repeats are grouped by their addresses: groups are worth looking for once it has repeated enough. */
  #hasGroups(site: number, mask: number): boolean {
    if (this.#groupCount[site] !== 0) return true;
    if (this.#repeats[site]! < REPEATS_UNTIL_GROUPED || this.#sites[site]!.op !== "load") return false;
    const groups = this.#groups;
    const distances = this.#distances.subarray(site * WARP_SIZE, (site + 1) * WARP_SIZE);
    const from = site * 2 * WARP_SIZE;
    let count = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      let group = 0;
      while (group < count && distances[groups[from + 2 * group]!] !== distances[lane]) group++;
      if (group === count) groups[from + 2 * count++] = lane;
      groups[from + 2 * group + 1] = lane;
    }
    this.#groupCount[site] = count;
    return true;
  }

  /** As `#watch`, for a load whose lanes are grouped. */
  #watchGroups(site: number, mask: number, addresses: Float64Array): void {
    const { space, base, written } = this.#allocation[site]!;
    const accessSite = this.#sites[site]!;
    const groups = this.#groups;
    const from = site * 2 * WARP_SIZE;
    const to = from + 2 * this.#groupCount[site]!;
    if (this.#initcheck && written && !areWritten(written, base, accessSite.bytesPerLane, addresses, groups, from, to))
      this.#checkWritten(site, written, base, mask, addresses);
    if (this.#races && (space === "global" || space === "shared")) {
      this.#races.settle();
      this.#races.loads(accessSite, space, mask, addresses, groups, from, to);
    }
    if (this.#isToTell(site)) this.#untold[site] = this.#observe!(site, mask, addresses, space) ?? 0;
  }

  #watchRun(site: number, mask: number, first: number, stride: number): void {
    const allocation = this.#allocation[site]!;
    const { space, base, written } = allocation;
    if (this.#initcheck && written) {
      const { op, bytesPerLane } = this.#sites[site]!;
      if (op !== "store") {
        const lanes = runLanesNotWritten(written, base, bytesPerLane, mask, first, stride);
        if (lanes !== 0) this.#reportNotWritten(site, mask, lanes, this.#spread(first, stride));
      }
      if (op !== "load") markRunWritten(written, base, bytesPerLane, mask, first, stride);
    }
    if (this.#races && (space === "global" || space === "shared")) {
      this.#races.settle();
      this.#races.run(this.#sites[site]!, space, mask, first, stride);
    }
    if (this.#isToTell(site)) this.#untold[site] = this.#observe!(site, mask, this.#spread(first, stride), space) ?? 0;
  }

  /** Whether the observer is to be told of the next request of a site. */
  #isToTell(site: number): boolean {
    return this.#observe !== undefined && --this.#untold[site]! < 0;
  }

  #checkWritten(site: number, written: Uint32Array, base: number, mask: number, addresses: Float64Array): void {
    const { op, bytesPerLane } = this.#sites[site]!;
    if (op !== "store") {
      const lanes = lanesNotWritten(written, base, bytesPerLane, mask, addresses);
      if (lanes !== 0) this.#reportNotWritten(site, mask, lanes, addresses);
    }
    if (op !== "load") markWritten(written, base, bytesPerLane, mask, addresses);
  }

  #reportNotWritten(site: number, mask: number, lanes: number, addresses: Float64Array): void {
    for (let left = lanes; left !== 0; left &= left - 1) this.#find("uninitialized", site, mask, firstLaneOf(left), addresses);
  }

  #refuse(kind: "out-of-bounds" | "misaligned", site: number, mask: number, lane: number, addresses: Float64Array): void {
    if (this.#memcheck) this.#find(kind, site, mask, lane, addresses);
  }

  #find(kind: keyof typeof SENTENCES, site: number, activeMask: number, lane: number, addresses: Float64Array): void {
    this.findings.add(kind, this.#sites[site]!.span, () => {
      const address = addresses[lane]!;
      const thread = this.place.threadCoordinates(this.place.threadOf(lane));
      const block = this.place.blockCoordinates(this.place.block);
      return {
        site,
        thread,
        block,
        address,
        space: (this.#memory.find(address) ?? this.#memory.nearest(address))?.space,
        other: undefined,
        request: { activeMask, addresses: Array.from(addresses), lane },
        message: SENTENCES[kind](this.#sites[site]!, thread, block, address, this.#memory),
      };
    });
  }

  #allocationAt(site: number, address: number): Allocation | undefined {
    const last = this.#allocation[site];
    return last && address >= last.base && address < last.base + last.bytes ? last : this.#memory.find(address);
  }

  #firstLocalAddress(): number {
    return this.#memory.localBase + this.place.threadOf(0) * this.#memory.localBytesPerThread;
  }

  #spread(first: number, stride: number): Float64Array {
    for (let lane = 0; lane < WARP_SIZE; lane++) this.#scratch[lane] = first + stride * lane;
    return this.#scratch;
  }

  #addRepeats(site: number): void {
    const repeats = this.#repeats[site]!;
    if (repeats === 0) return;
    this.#repeats[site] = 0;
    this.#sums.add(site, this.#space[site]!, this.#row, site * COUNTS_PER_ROW, repeats);
  }
}

const SENTENCES = {
  "out-of-bounds": outOfBoundsSentence,
  misaligned: misalignedSentence,
  uninitialized: uninitializedSentence,
} satisfies Partial<Record<FindingKind, unknown>>;

/** Bits of a byte address that place it in the smallest aligned window, a power of two of cache lines, with both lines; 0 for one line. */
function windowBitsOf(lowestLine: number, highestLine: number): number {
  const differing = lowestLine ^ highestLine;
  return differing === 0 ? 0 : (2 ** (32 - Math.clz32(differing)) - 1) << 7;
}

function firstLaneOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
