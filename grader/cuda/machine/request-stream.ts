import { WARP_SIZE, type Device, type Launch } from "#simulator";
import { TagStage } from "#simulator/global-cost.ts";
import { firstLaneOf, SECTOR_BYTES } from "#simulator/warp-request.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { CopyRequests } from "./copy-requests.ts";
import { Findings } from "./findings.ts";
import { LaunchPlace } from "./launch-place.ts";
import type { Allocation, Memory, MemoryArray, Space } from "./memory.ts";
import { RaceCheck, type RunningTogether } from "./race-check.ts";
import type { ClusterRaces } from "./cluster-races.ts";
import type { RaceClock } from "./race-clock.ts";
import { RepeatedRequest } from "./repeated-request.ts";
import { COUNTS, COUNTS_PER_ROW, RequestCosts } from "./request-costs.ts";
import { RequestFindings } from "./request-findings.ts";
import { RequestObserver, type ObserveRequest } from "./request-observer.ts";
import type { RowExit } from "./row-exit.ts";
import type { SiteArrays } from "./site-arrays.ts";
import { SiteBounds } from "./site-bounds.ts";
import { COUNTED_SPACES, SiteSums, type SiteCounts } from "./site-counts.ts";
import type { WrittenBytes } from "./written-bytes.ts";

export type { ObserveRequest } from "./request-observer.ts";
export type { SharedAtomicLoop, SiteCounts } from "./site-counts.ts";

/** The sanitizers that read the requests. Accesses that are out of bounds or misaligned are never carried out, reported or not. */
export interface Sanitizers {
  readonly memcheck: boolean;
  /** For all launches of a memory or for none: bytes that a launch without it writes count as never written. */
  readonly initcheck: boolean;
  readonly racecheck: boolean;
}

/** A part of a bulk copy. */
interface BulkPiece {
  readonly global: number | undefined;
  readonly shared: number;
  readonly bytes: number;
}

interface BulkRequest {
  /** Those without a global address are beyond the tensor: nothing is read or written. */
  readonly pieces: readonly BulkPiece[];
  readonly sectors: number;
  readonly sharedBytes: number;
  /** How many bits of the shared address the swizzle of its tensor map XORs. Default: 0. */
  readonly swizzleBits?: number;
}

export interface StreamOptions {
  readonly device: Device;
  readonly launch: Launch;
  /** Not given, an access belongs to the array in which it is. */
  readonly arrays?: SiteArrays;
  readonly sanitizers?: Partial<Sanitizers>;
  readonly findings?: Findings;
  readonly observe?: ObserveRequest;
  /** Called when all warps of the block have arrived at a barrier. */
  readonly observeBarrier?: () => void;
  /** For a program whose warps meet at more than the barrier of a block. */
  readonly together?: RunningTogether | undefined;
}

const FULL_WARP = -1;
const SHARED_INDEX = COUNTED_SPACES.indexOf("shared");

/**
 * The stream of a launch's requests: the machine calls it for every access of every warp. It says which lanes may proceed, and has each
 * request counted, sanitized and observed.
 *
 * Most requests of a site cost the same as the one before them. So the stream holds the last request of each site, counts those like it
 * (`RepeatedRequest`), and adds their cost when a different one comes.
 *
 * Masks are 32-bit integers, bit i for lane i; all lanes are -1 or 0xffffffff.
 */
export class RequestStream {
  readonly findings: Findings;
  readonly place: LaunchPlace;
  /** Where the allocations begin that lanes have stored to, each with the numbers of the sites that did. */
  readonly stored = new Map<number, Set<number>>();
  readonly #memory: Memory;
  readonly #sites: readonly AccessSite[];
  readonly #bounds: SiteBounds;
  readonly #found: RequestFindings;
  readonly #costs: RequestCosts;
  readonly #sums: SiteSums;
  readonly #tags: TagStage;
  /** The last request of each site. */
  readonly #last: readonly RepeatedRequest[];
  readonly #initcheck: boolean;
  readonly #races: RaceCheck | undefined;
  readonly #observer: RequestObserver;
  readonly #observeBarrier: (() => void) | undefined;
  readonly #scratch = new Float64Array(WARP_SIZE);
  readonly #copies: CopyRequests;

  /** @param memory laid out for the launch: see `Memory.startLaunch` */
  constructor(memory: Memory, sites: readonly AccessSite[], options: StreamOptions) {
    const { device, launch, arrays = [], sanitizers = {}, findings = new Findings(), observe, observeBarrier, together } = options;
    this.#memory = memory;
    this.#sites = sites;
    this.findings = findings;
    this.place = new LaunchPlace(launch);
    this.#bounds = new SiteBounds(memory, sites, arrays, this.place);
    this.#found = new RequestFindings(memory, sites, this.#bounds, this.place, findings, sanitizers.memcheck ?? true);
    this.#costs = new RequestCosts(device, memory, this.place);
    this.#sums = new SiteSums(sites.length);
    this.#tags = new TagStage(device.tagBanks);
    this.#last = sites.map((site) => new RepeatedRequest(site, device.tagBanks.masks !== undefined));
    this.#initcheck = sanitizers.initcheck ?? true;
    this.#races = (sanitizers.racecheck ?? true) ? new RaceCheck(memory, sites, this.place, findings, together) : undefined;
    this.#observer = new RequestObserver(observe, sites.length);
    this.#observeBarrier = observeBarrier;
    this.#copies = new CopyRequests(memory, sites, {
      place: this.place,
      bounds: this.#bounds,
      costs: this.#costs,
      sums: this.#sums,
      found: this.#found,
      findings,
      races: this.#races,
      observer: this.#observer,
      initcheck: this.#initcheck,
      tagBanks: device.tagBanks,
      noteStore: (base, site) => this.#noteStore(base, site),
    });
  }

  /** A block starts: call `startWarp` next. */
  startBlock(linearBlock: number): void {
    this.#races?.settle();
    this.#copies.end();
    this.place.block = linearBlock;
    this.#memory.startBlock();
    this.#races?.clock.startBlock(linearBlock);
  }

  /** The blocks of a cluster start, by their numbers in the grid: call `enterBlock` next. */
  startCluster(blocks: readonly number[]): void {
    this.#races?.settle();
    this.#copies.end();
    for (const [rank, block] of blocks.entries()) {
      this.#memory.enterBlock(rank);
      this.place.block = block;
      this.#memory.startBlock();
    }
    this.#races?.clock.startCluster(blocks);
    this.#races?.cluster?.startCluster();
  }

  /** A block of the cluster runs on: call `startWarp` next. */
  enterBlock(rank: number, block: number): void {
    if (rank !== this.#memory.rank) {
      this.#races?.settle();
      // The windows of the last requests were those of another block.
      for (const { number } of this.#sites) {
        this.#addRepeated(number);
        this.#last[number]!.forget();
        this.#copies.forget(number);
      }
      this.#memory.enterBlock(rank);
    }
    this.place.block = block;
    this.#races?.clock.enterBlock(rank);
  }

  siteOf(number: number): AccessSite {
    return this.#sites[number]!;
  }

  /** Notes that copies write these bytes of shared memory, of whichever block of the cluster. */
  markShared(address: number, bytes: number): void {
    this.#writtenShared(address)?.markBetween(address, address + bytes);
  }

  /** The first of these bytes of shared memory that nothing has written; undefined if all were, or nobody asks. */
  lacksShared(address: number, bytes: number): number | undefined {
    const written = this.#initcheck ? this.#writtenShared(address) : undefined;
    if (written === undefined || written.isWritten(address, address + bytes)) return undefined;
    let first = address;
    while (written.isWritten(first, first + 1)) first++;
    return first;
  }

  #writtenShared(address: number): WrittenBytes | undefined {
    const rank = this.#memory.rankOf(address);
    return rank === undefined ? undefined : this.#memory.writtenShared(rank);
  }

  /** A bulk copy's access of global memory. Counts it, and returns whether all of it is in an array. */
  bulk(site: number | AccessSite, lane: number, { pieces, sectors, sharedBytes, swizzleBits = 0 }: BulkRequest): boolean {
    const accessSite = typeof site === "number" ? this.#sites[site]! : site;
    const { number, op } = accessSite;
    this.#races?.settle();
    let usefulBytes = 0;
    const stretches: Float64Array[] = [];
    for (const { global, shared, bytes } of pieces) {
      if (global === undefined) continue;
      usefulBytes += bytes;
      const last = stretches.at(-1);
      if (last?.[1] === global) last[1] += bytes;
      else stretches.push(Float64Array.of(global, global + bytes, shared, swizzleBits));
      const allocation = this.#memory.find(global);
      const isInside = allocation?.space === "global" || allocation?.space === "constant";
      if (!isInside || global + bytes > allocation.base + allocation.bytes) {
        const stray = isInside ? allocation.base + allocation.bytes : global;
        this.#found.refuse(
          "out-of-bounds",
          number,
          1 << lane,
          lane,
          new Float64Array(WARP_SIZE).fill(stray),
          isInside ? this.#memory.arrayOf(allocation) : undefined,
        );
        return false;
      }
      this.#noteStore(allocation.base, accessSite);
      if (!allocation.written) continue;
      if (op !== "load") allocation.written.markBetween(global, global + bytes);
      else if (this.#initcheck && !allocation.written.isWritten(global, global + bytes)) {
        let first = global;
        while (allocation.written.isWritten(first, first + 1)) first++;
        this.#found.find("uninitialized", number, 1 << lane, lane, new Float64Array(WARP_SIZE).fill(first));
      }
    }
    if (this.#observer.isThere) for (const stretch of stretches) this.#observer.tell(number, 1 << lane, stretch, "bulk");
    const row = new Float64Array(COUNTS_PER_ROW);
    row[COUNTS.activeLanes] = 1;
    row[COUNTS.sectors] = sectors;
    row[COUNTS.idealSectors] = Math.ceil(usefulBytes / SECTOR_BYTES);
    row[COUNTS.usefulBytes] = usefulBytes;
    this.#sums.add(number, COUNTED_SPACES.indexOf("bulk"), row, 1);
    return sharedBytes > 0;
  }

  /** Counts a warp's share of what a product of its warpgroup reads. */
  product({ number }: AccessSite, wavefronts: number): void {
    this.#races?.settle();
    const row = new Float64Array(COUNTS_PER_ROW);
    row[COUNTS.activeLanes] = WARP_SIZE;
    row[COUNTS.wavefronts] = row[COUNTS.groups] = wavefronts;
    row[COUNTS.conflictDegree] = 1;
    this.#sums.add(number, COUNTED_SPACES.indexOf("shared"), row, 1);
  }

  /** The races of the cluster; undefined where they aren't checked. */
  get clusterRaces(): ClusterRaces | undefined {
    return this.#races?.cluster;
  }

  /** The race check; undefined where none is asked for. */
  get races(): RaceCheck | undefined {
    return this.#races;
  }

  /** The warp that runs, counted through the cluster; and, behind what it has done, a new segment of time. */
  get clock(): RaceClock | undefined {
    return this.#races?.clock;
  }

  /**
   * A warp's `cp.async`. Its data are read now, and land when its lanes wait for them.
   *
   * @param source and destination sites
   * @param from addresses in global memory
   * @param sizes how many bytes each lane reads; zeros fill its place up
   */
  copy(source: number, destination: number, mask: number, from: Float64Array, to: Float64Array, sizes?: Float64Array): void {
    this.#copies.issue(source, destination, mask, from, to, sizes);
  }

  /** The lanes' copies since their last group are a group: `cp.async.commit_group`. */
  commitCopies(mask: number): void {
    this.#copies.commit(mask);
  }

  /** The lanes wait for their copies: until all but so many of their last groups have landed, or for all. */
  awaitCopies(mask: number, pending?: number | Float64Array): void {
    this.#copies.wait(mask, pending);
  }

  /** A warp of the block starts, or resumes after a barrier of the block or after other warps ran. */
  startWarp(warp: number): void {
    this.place.warp = warp;
    this.#races?.settle();
    this.#races?.startWarp(warp);
  }

  /** All warps of the block have arrived at a barrier: call `startWarp` next. */
  blockBarrier(): void {
    this.#races?.settle();
    this.#races?.clock.barrier();
    // Where warps run together, what their lanes did is ordered by barriers of each warp.
    if (this.#races?.cluster)
      for (let warp = 0; warp < this.#races.clock.warpsPerBlock; warp++) this.#races.clock.warpBarrier(warp, FULL_WARP);
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
    this.#copies.end();
    for (const { number } of this.#sites) this.#addRepeated(number);
  }

  /** The lanes of the last store whose bytes a higher lane of the same store overwrote. Mostly 0. */
  get overwrittenLanes(): number {
    return this.#races === undefined ? 0 : this.#races.overwrittenLanes;
  }

  /** Receives those of the `overwrittenLanes` whose value differs from what memory holds now. */
  lostValues(lanes: number): void {
    this.#races?.lostValues(lanes);
  }

  /**
   * A request of any pattern: 32 addresses, of which those of inactive lanes mean nothing. Returns the mask of the lanes that may proceed.
   */
  access(site: number, mask: number, addresses: Float64Array): number {
    mask |= 0;
    if (mask === 0) return 0;
    const last = this.#last[site]!;
    const first = addresses[firstLaneOf(mask)]!;
    if (last.isLike(mask, first, addresses)) {
      if (last.hasWindow(first)) last.count++;
      else this.#moveWindow(site, first);
      if (last.isWatched && last.hasGroups() && !(last.allocation!.space === "shared" && this.#copies.mayTouch(site, mask, addresses))) {
        this.#watchGroups(site, mask, addresses);
        return mask;
      }
    } else {
      this.#addRepeated(site);
      if (!this.#isOneRequest(site, mask, first, addresses)) return this.#laneByLane(site, mask, addresses);
    }
    if (last.isWatched) {
      this.#races?.settle();
      this.#watch(site, last.allocation!.space, last.allocation, mask, addresses);
    }
    return mask;
  }

  /** A request of evenly spaced lanes: lane l at `first + stride × l`. Returns the mask of the lanes that may proceed. */
  run(site: number, mask: number, first: number, stride: number): number {
    mask |= 0;
    const last = this.#last[site]!;
    if (last.isLikeRun(mask, first, stride)) {
      if (last.hasWindow(first)) last.count++;
      else this.#moveWindow(site, first);
    } else {
      if (mask === 0) return 0;
      this.#addRepeated(site);
      if (!this.#isOneRun(site, mask, first, stride)) return this.#laneByLane(site, mask, this.#spread(first, stride));
    }
    if (last.isWatched) this.#watchRun(site, mask, first, stride);
    return mask;
  }

  /**
   * A request whose addresses are offsets from pointers, one for all lanes or one for each: where the array of the site isn't known, it is
   * the one that its pointer points to.
   */
  from(site: number, mask: number, addresses: Float64Array, pointers: number | Float64Array): number {
    mask |= 0;
    const { bytesPerLane } = this.#sites[site]!;
    let homes: (MemoryArray | undefined)[] | undefined;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const home = this.#bounds.homeOf(site, typeof pointers === "number" ? pointers : pointers[lane]!, addresses[lane]!, lane);
      if (home && !this.#bounds.holds(home, addresses[lane]!, bytesPerLane, lane)) (homes ??= [])[lane] = home;
    }
    if (homes === undefined) return this.access(site, mask, addresses);
    this.#addRepeated(site);
    return this.#laneByLane(site, mask, addresses, 0, homes);
  }

  /**
   * A request of any pattern, some of whose lanes leave a row of their array. They are carried out where they end up within the array, as a
   * GPU does, and nothing that follows from it is reported.
   */
  leaving(site: number, mask: number, addresses: Float64Array, exits: readonly (RowExit | undefined)[]): number {
    mask |= 0;
    let left = 0;
    for (const exit of exits) {
      const lanes = exit === undefined ? 0 : exit.mask & mask & ~left;
      for (let rest = lanes; rest !== 0; rest &= rest - 1) this.#found.outOfRow(site, mask, firstLaneOf(rest), addresses, exit!);
      left |= lanes;
    }
    if (left === 0) return this.access(site, mask, addresses);
    this.#addRepeated(site);
    return this.#laneByLane(site, mask, addresses, left);
  }

  /** The counts of the site's requests: one entry for each space that it accessed. */
  counts(site: number): SiteCounts[] {
    this.#addRepeated(site);
    return this.#sums.counts(site);
  }

  /** Records a request as the site's last if all its lanes are aligned and within one array. Returns false for any other. */
  #isOneRequest(site: number, mask: number, first: number, addresses: Float64Array): boolean {
    const last = this.#last[site]!;
    const accessSite = this.#sites[site]!;
    const { bytesPerLane } = accessSite;
    const array = this.#bounds.at(site, last.array, first, firstLaneOf(mask));
    if (!array) return false;
    const { allocation } = array;
    // In local memory, a thread may access its own part only: each lane's offset is from the start of its part.
    const bytesPerThread = allocation.space === "local" ? this.#memory.localBytesPerThread : 0;
    let start = this.#bounds.startOf(array, 0);
    const room = array.bytes - bytesPerLane;
    let lowest = 0x7fffffff;
    let highest = -0x80000000;
    let differences = 0;
    const { distances } = last;
    for (let lane = 0; lane < WARP_SIZE; lane++, start += bytesPerThread) {
      if (((mask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]! & -bytesPerLane;
      if (address !== addresses[lane]!) return false;
      const offset = address - start;
      if (offset < lowest) lowest = offset;
      if (offset > highest) highest = offset;
      const distance = address - first;
      differences |= distance;
      distances[lane] = distance;
    }
    if (lowest < 0 || highest > room) return false;
    last.replace(mask, NaN, array, { first, lowest, highest, room, differences });
    this.#costs.count(accessSite, allocation.space, mask, addresses);
    this.#keepCosts(last, allocation, accessSite);
    return true;
  }

  /** The same for evenly spaced lanes. */
  #isOneRun(site: number, mask: number, first: number, stride: number): boolean {
    const last = this.#last[site]!;
    const accessSite = this.#sites[site]!;
    const { bytesPerLane } = accessSite;
    const firstLane = firstLaneOf(mask);
    const lastLane = 31 - Math.clz32(mask);
    const end = first + stride * firstLane;
    const otherEnd = first + stride * lastLane;
    const low = Math.min(end, otherEnd);
    if ((end & -bytesPerLane) !== end || (otherEnd & -bytesPerLane) !== otherEnd) return false;
    if (firstLane !== lastLane && (stride & -bytesPerLane) !== stride) return false;
    const array = this.#bounds.at(site, last.array, low, low === end ? firstLane : lastLane);
    if (!array) return false;
    const { allocation } = array;
    const room = array.bytes - bytesPerLane;
    const start = this.#bounds.startOf(array, 0);
    let lowest = low - start;
    let highest = Math.max(end, otherEnd) - start;
    if (allocation.space === "local") {
      if (stride !== this.#memory.localBytesPerThread) return false;
      lowest = highest = first - start;
    }
    if (lowest < 0 || highest > room) return false;
    last.replace(mask, stride, array, { first, lowest, highest, room, differences: stride });
    if (mask !== FULL_WARP || !this.#costs.countRun(accessSite, allocation.space, first, stride))
      this.#costs.count(accessSite, allocation.space, mask, this.#spread(first, stride));
    this.#keepCosts(last, allocation, accessSite);
    return true;
  }

  /** Notes that the counted request is the site's last one, and whether a sanitizer or the observer reads requests to its memory. */
  #keepCosts(last: RepeatedRequest, { space, base, written }: Allocation, site: AccessSite): void {
    const { row } = this.#costs;
    this.#noteStore(base, site);
    for (let count = 0; count < COUNTS_PER_ROW; count++) last.row[count] = row[count]!;
    const isRaceChecked = this.#races !== undefined && isOrdered(space);
    last.isWatched = isRaceChecked || (this.#initcheck && written !== undefined) || this.#observer.isThere;
  }

  #noteStore(base: number, { op, number }: AccessSite): void {
    if (op === "load") return;
    const sites = this.stored.get(base);
    if (sites) sites.add(number);
    else this.stored.set(base, new Set([number]));
  }

  /** Counts a request that costs as much as the site's last one, apart from its tag wavefronts. */
  #moveWindow(site: number, first: number): void {
    this.#addRepeated(site);
    this.#last[site]!.moveWindow(first, this.#tags);
  }

  /**
   * Counts a request whose lanes are in several arrays, or not all in any: one request for each space.
   *
   * @param left lanes that left a row of their array: they have their finding
   * @param homes of lanes that left the array of their pointer
   */
  #laneByLane(site: number, mask: number, addresses: Float64Array, left = 0, homes: readonly (MemoryArray | undefined)[] = []): number {
    this.#last[site]!.forget();
    this.#races?.settle();
    const accessSite = this.#sites[site]!;
    const { bytesPerLane } = accessSite;
    const masks = COUNTED_SPACES.map(() => 0);
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      const home = homes[lane];
      const array = home ? undefined : this.#bounds.around(site, address, bytesPerLane, lane);
      const isLeft = ((left >>> lane) & 1) !== 0;
      if (!array) {
        if (isLeft) this.#found.end(site, addresses[lane]!);
        else this.#found.refuse("out-of-bounds", site, mask, lane, addresses, home);
        this.#noteStrayWrite(accessSite, address);
      } else if ((address & -bytesPerLane) !== address) this.#found.refuse("misaligned", site, mask, lane, addresses);
      else {
        masks[COUNTED_SPACES.indexOf(array.allocation.space)]! |= 1 << lane;
        this.#noteStore(array.allocation.base, accessSite);
      }
    }
    let allowed = 0;
    COUNTED_SPACES.forEach((space, index) => {
      const lanes = masks[index]!;
      if (lanes === 0 || space === "bulk") return;
      allowed |= lanes;
      this.#costs.count(accessSite, space, lanes, addresses, masks[SHARED_INDEX] !== 0);
      this.#sums.add(site, index, this.#costs.row, 1);
      for (let rest = lanes & left; rest !== 0; rest &= rest - 1) this.#noteStrayWrite(accessSite, addresses[firstLaneOf(rest)]!);
      this.#watch(site, space, undefined, lanes, addresses, lanes & ~left);
    });
    return allowed;
  }

  /** Notes what an access beyond its array would have written: to read it later is no fault of the reader's. */
  #noteStrayWrite({ op, bytesPerLane }: AccessSite, address: number): void {
    if (op !== "load") this.#memory.markWritten(address, bytesPerLane);
  }

  /**
   * Has a request sanitized and observed.
   *
   * @param allocation undefined if the lanes are in several
   * @param checked the lanes that are sanitized
   */
  #watch(
    site: number,
    space: Space,
    allocation: Allocation | undefined,
    mask: number,
    addresses: Float64Array,
    checked: number = mask,
  ): void {
    if (space === "shared") checked &= ~this.#copies.checkInFlight(site, checked, addresses);
    if (space === "global") this.#copies.checkSource(site, checked, addresses);
    if (this.#initcheck) {
      if (!allocation) {
        for (let lanes = checked; lanes !== 0; lanes &= lanes - 1) {
          const lane = firstLaneOf(lanes);
          const { written } = this.#memory.find(addresses[lane]!)!;
          if (written) this.#checkWritten(site, written, 1 << lane, addresses);
        }
      } else if (allocation.written) this.#checkWritten(site, allocation.written, checked, addresses);
    }
    if (this.#races && checked !== 0 && isOrdered(space)) this.#races.access(this.#sites[site]!, space, checked, addresses);
    this.#observer.pass(site, mask, addresses, space);
  }

  /** `#watch` for a load whose lanes are grouped. */
  #watchGroups(site: number, mask: number, addresses: Float64Array): void {
    const { allocation, groups } = this.#last[site]!;
    const { space, written } = allocation!;
    const accessSite = this.#sites[site]!;
    if (this.#initcheck && written && !written.areGroupsWritten(accessSite.bytesPerLane, addresses, groups))
      this.#checkWritten(site, written, mask, addresses);
    if (this.#races && isOrdered(space)) {
      this.#races.settle();
      this.#races.loads(accessSite, space, mask, addresses, groups);
    }
    this.#observer.pass(site, mask, addresses, space);
  }

  /** `#watch` for evenly spaced lanes. */
  #watchRun(site: number, mask: number, first: number, stride: number): void {
    const { space, written } = this.#last[site]!.allocation!;
    if (space === "shared" && this.#copies.isTouchedByRun(site, mask, first, stride)) {
      this.#races?.settle();
      return this.#watch(site, space, this.#last[site]!.allocation, mask, this.#spread(first, stride));
    }
    if (space === "global" && this.#copies.maySourceBeStored(site, first, stride))
      this.#copies.checkSource(site, mask, this.#spread(first, stride));
    if (this.#initcheck && written) {
      const { op, bytesPerLane } = this.#sites[site]!;
      if (op !== "store") {
        const lanes = written.runLanesNotWritten(bytesPerLane, mask, first, stride);
        if (lanes !== 0) this.#found.notWritten(site, mask, lanes, this.#spread(first, stride));
      }
      if (op !== "load") written.markRun(bytesPerLane, mask, first, stride);
    }
    if (this.#races && isOrdered(space)) {
      this.#races.settle();
      this.#races.run(this.#sites[site]!, space, mask, first, stride);
    }
    if (this.#observer.isDue(site)) this.#observer.tell(site, mask, this.#spread(first, stride), space);
  }

  #checkWritten(site: number, written: WrittenBytes, mask: number, addresses: Float64Array): void {
    const { op, bytesPerLane } = this.#sites[site]!;
    if (op !== "store") {
      const lanes = written.lanesNotWritten(bytesPerLane, mask, addresses);
      if (lanes !== 0) this.#found.notWritten(site, mask, lanes, addresses);
    }
    if (op !== "load") written.mark(bytesPerLane, mask, addresses);
  }

  #spread(first: number, stride: number): Float64Array {
    for (let lane = 0; lane < WARP_SIZE; lane++) this.#scratch[lane] = first + stride * lane;
    return this.#scratch;
  }

  /** Adds the cost of the site's last request, and of those like it. */
  #addRepeated(site: number): void {
    const last = this.#last[site]!;
    this.#copies.addRepeated(site);
    if (last.count === 0) return;
    this.#sums.add(site, last.space, last.row, last.count);
    last.count = 0;
  }
}

/** Whether the order of accesses to a memory matters: other threads reach it. */
function isOrdered(space: Space): space is "global" | "shared" | "cluster" {
  return space === "global" || space === "shared" || space === "cluster";
}
