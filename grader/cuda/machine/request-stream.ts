import type { FindingKind } from "../errors/findings.ts";
import { WARP_SIZE, WORD_BYTES, type Device, type Launch } from "#simulator";
import type { TagBanks } from "#simulator/devices.ts";
import { TagStage } from "#simulator/global-cost.ts";
import { SECTOR_BYTES } from "#simulator/warp-request.ts";
import {
  inFlightSentence,
  misalignedSentence,
  otherSpaceSentence,
  outOfBoundsSentence,
  outOfRowSentence,
  touchClause,
  unfinishedSentence,
  uninitializedSentence,
} from "./access-sentence.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { AsyncCopies, type CopyInFlight } from "./async-copies.ts";
import { faultAt } from "./fault.ts";
import { Findings, type Coordinates, type Finding, type LeftArray } from "./findings.ts";
import { LaunchPlace } from "./launch-place.ts";
import type { Allocation, Memory, MemoryArray, Space } from "./memory.ts";
import { RaceCheck, type RunningTogether } from "./race-check.ts";
import type { ClusterRaces } from "./cluster-races.ts";
import type { RaceClock } from "./race-clock.ts";
import { RepeatedCopy, type CopyRows } from "./repeated-copy.ts";
import { RepeatedRequest } from "./repeated-request.ts";
import { COUNTS, COUNTS_PER_ROW, RequestCosts } from "./request-costs.ts";
import type { RowExit } from "./row-exit.ts";
import type { SiteArrays } from "./site-arrays.ts";
import { COUNTED_SPACES, SiteSums, type CountedSpace, type SiteCounts } from "./site-counts.ts";
import type { WrittenBytes } from "./written-bytes.ts";

export type { SharedAtomicLoop, SiteCounts } from "./site-counts.ts";

/** The sanitizers that read the requests. Accesses that are out of bounds or misaligned are never carried out, reported or not. */
export interface Sanitizers {
  readonly memcheck: boolean;
  /** For all launches of a memory or for none: bytes that a launch without it writes count as never written. */
  readonly initcheck: boolean;
  readonly racecheck: boolean;
}

/**
 * An observer of the stream: called with each request, and the mask of its lanes that may proceed. The array of addresses is reused: copy
 * it to keep it. It may return how many of the site's next requests it skips.
 *
 * A bulk copy is observed once for each stretch of global memory that it reads or writes: the addresses are that of its first byte, one
 * past its last, and that of its first byte in shared memory.
 */
export type ObserveRequest = (site: number, activeMask: number, addresses: Float64Array, space: CountedSpace) => number | void;

/** A part of a bulk copy. */
interface BulkPiece {
  readonly global: number | undefined;
  readonly shared: number;
  readonly bytes: number;
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
  readonly #arrays: SiteArrays;
  readonly #costs: RequestCosts;
  readonly #sums: SiteSums;
  readonly #tags: TagStage;
  /** The last request of each site. */
  readonly #last: readonly RepeatedRequest[];
  readonly #memcheck: boolean;
  readonly #initcheck: boolean;
  readonly #races: RaceCheck | undefined;
  readonly #observe: ObserveRequest | undefined;
  readonly #observeBarrier: (() => void) | undefined;
  /** The number of each site's next requests that the observer skips. */
  readonly #skips: Float64Array;
  readonly #scratch = new Float64Array(WARP_SIZE);
  readonly #copies: AsyncCopies;
  /** The last copy of each pair of sites that has some, by both. */
  readonly #lastCopies: (RepeatedCopy | undefined)[] = [];
  readonly #tagBanks: TagBanks;

  /** @param memory laid out for the launch: see `Memory.startLaunch` */
  constructor(memory: Memory, sites: readonly AccessSite[], options: StreamOptions) {
    const { device, launch, arrays = [], sanitizers = {}, findings = new Findings(), observe, observeBarrier, together } = options;
    this.#memory = memory;
    this.#copies = new AsyncCopies(memory);
    this.#sites = sites;
    this.#arrays = arrays;
    this.findings = findings;
    this.place = new LaunchPlace(launch);
    this.#costs = new RequestCosts(device, memory, this.place);
    this.#sums = new SiteSums(sites.length);
    this.#tags = new TagStage(device.tagBanks);
    this.#tagBanks = device.tagBanks;
    this.#last = sites.map((site) => new RepeatedRequest(site, device.tagBanks.masks !== undefined));
    this.#memcheck = sanitizers.memcheck ?? true;
    this.#initcheck = sanitizers.initcheck ?? true;
    this.#races = (sanitizers.racecheck ?? true) ? new RaceCheck(memory, sites, this.place, findings, together) : undefined;
    this.#observe = observe;
    this.#observeBarrier = observeBarrier;
    this.#skips = new Float64Array(sites.length);
  }

  /** A block starts: call `startWarp` next. */
  startBlock(linearBlock: number): void {
    this.#races?.settle();
    this.#endCopies();
    this.place.block = linearBlock;
    this.#memory.startBlock();
    this.#races?.clock.startBlock(linearBlock);
  }

  /** The blocks of a cluster start, by their numbers in the grid: call `enterBlock` next. */
  startCluster(blocks: readonly number[]): void {
    this.#races?.settle();
    this.#endCopies();
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
        this.#lastCopies[number]?.forget();
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

  /**
   * A bulk copy's access of global memory. Counts it, and returns whether all of it is in an array.
   *
   * @param pieces those without a global address are beyond the tensor: nothing is read or written
   */
  bulk(site: number | AccessSite, lane: number, pieces: readonly BulkPiece[], sectors: number, sharedBytes: number): boolean {
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
      else stretches.push(Float64Array.of(global, global + bytes, shared));
      const allocation = this.#memory.find(global);
      const isInside = allocation?.space === "global" || allocation?.space === "constant";
      if (!isInside || global + bytes > allocation.base + allocation.bytes) {
        const stray = isInside ? allocation.base + allocation.bytes : global;
        this.#refuse(
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
        this.#find("uninitialized", number, 1 << lane, lane, new Float64Array(WARP_SIZE).fill(first));
      }
    }
    for (const stretch of stretches) this.#observe?.(number, 1 << lane, stretch, "bulk");
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
    mask |= 0;
    if (mask === 0) return;
    this.#races?.settle();
    const copy = this.#copies.fresh(this.#sites[destination]!);
    const last = this.#lastCopies[destination];
    if (last?.isLike(mask, from, to, sizes)) {
      const first = from[firstLaneOf(mask)]!;
      if (!last.hasWindow(first)) this.#moveCopy(last, source, mask, from, to, sizes);
      last.count++;
      last.read(this.#memory.u32, mask, from, copy.data);
      copy.lanes = mask;
      this.#watchRepeatedSource(source, last, mask, from);
    } else if (!this.#copyOfAnyKind(copy, source, destination, mask, from, to, sizes)) return;
    copy.addresses.set(to);
    copy.readFrom(from, sizes);
    const { lanes, addresses, bytes, site } = copy;
    this.#checkInFlight(destination, lanes, addresses);
    this.#races?.copy(site, lanes, addresses, bytes);
    if (this.#isObserverDue(destination)) this.#skips[destination] = this.#observe!(destination, lanes, addresses, "shared") ?? 0;
    this.#copies.issue(copy, this.place.block, this.place.warp);
  }

  /** Reads and counts a copy that isn't like the last one of its sites. Returns whether any lane copies. */
  #copyOfAnyKind(
    copy: CopyInFlight,
    source: number,
    destination: number,
    mask: number,
    from: Float64Array,
    to: Float64Array,
    sizes: Float64Array | undefined,
  ): boolean {
    const { data, bytes } = copy;
    const { bytesPerLane } = this.#sites[source]!;
    const sizeOf = (lane: number): number => Math.max(0, Math.min(bytesPerLane, sizes ? sizes[lane]! : bytesPerLane));
    let copying = 0;
    let reading = 0;
    let isWhole = true;
    const words = bytesPerLane / WORD_BYTES;
    data.fill(0);
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const size = sizeOf(lane);
      isWhole &&= size === bytesPerLane;
      const isRead = size === 0 || this.#mayCopy(source, mask, lane, from, size);
      if (!this.#mayCopy(destination, mask, lane, to, bytesPerLane) || !isRead) continue;
      copying |= 1 << lane;
      if (size === 0) continue;
      reading |= 1 << lane;
      if (size < bytesPerLane)
        for (let byte = 0; byte < size; byte++) bytes[lane * bytesPerLane + byte] = this.#memory.u8[from[lane]! + byte]!;
      else for (let i = 0; i < words; i++) data[lane * words + i] = this.#memory.u32[from[lane]! / WORD_BYTES + i]!;
    }
    if (copying === 0) return false;
    copy.lanes = copying;
    const allSizes = sizes && Array.from({ length: WARP_SIZE }, (_, lane) => sizeOf(lane));
    const rows = this.#costs.countCopy(this.#sites[source]!, copying, from, to, allSizes);
    this.#keepCopy(source, destination, copying, copying === mask && isWhole, from, to, rows);
    const shared = this.#memory.find(to[firstLaneOf(copying)]!);
    if (shared) this.#noteStore(shared.base, this.#sites[destination]!);
    if (reading !== 0) this.#watchSource(source, reading, from, sizeOf);
    return true;
  }

  /** Turns the last copy of two sites into one like it, whose lines may meet on other tag banks. */
  #moveCopy(last: RepeatedCopy, source: number, mask: number, from: Float64Array, to: Float64Array, sizes: Float64Array | undefined): void {
    this.#addRepeatedCopies(last);
    const first = from[firstLaneOf(mask)]!;
    const bytes = this.#sites[source]!.bytesPerLane;
    last.moveTo(first, last.rowsAt(first) ?? this.#costs.countCopy(this.#sites[source]!, mask, from, to, sizes && new Array<number>(WARP_SIZE).fill(bytes))); // prettier-ignore
  }

  /** Holds a copy as the last one of its sites. @param isWhole whether all its lanes read all their bytes */
  #keepCopy(
    source: number,
    destination: number,
    lanes: number,
    isWhole: boolean,
    from: Float64Array,
    to: Float64Array,
    rows: CopyRows,
  ): void {
    const { bytesPerLane } = this.#sites[source]!;
    let last = this.#lastCopies[destination];
    if (last) this.#addRepeatedCopies(last);
    else
      last = this.#lastCopies[source] = this.#lastCopies[destination] = new RepeatedCopy(source, destination, bytesPerLane, this.#tagBanks);
    last.forget();
    last.rows = rows;
    last.count = 1;
    if (!isWhole) return;
    const lane = firstLaneOf(lanes);
    const read = this.#arrayAround(source, from[lane]!, bytesPerLane, lane)!;
    const written = this.#arrayAround(destination, to[lane]!, bytesPerLane, lane)!;
    last.replace(lanes, from, to, read, written, rows);
  }

  /** The lanes' copies since their last group are a group: `cp.async.commit_group`. */
  commitCopies(mask: number): void {
    this.#copies.commit(this.place.warp, mask | 0);
  }

  /** The lanes wait for their copies: until all but so many of their last groups have landed, or for all. */
  awaitCopies(mask: number, pending?: number | Float64Array): void {
    if (this.#copies.isEmpty) return;
    this.#races?.settle();
    this.place.copyWaits++;
    this.place.copyStages = typeof pending === "number" ? pending + 1 : 1;
    const written = this.#memory.writtenShared(this.#memory.rank);
    this.#copies.wait(this.place.warp, mask | 0, pending, written, (site, lanes, addresses) => this.#races?.landed(site, lanes, addresses));
  }

  /** Whether a lane may read or write its bytes of a copy. */
  #mayCopy(site: number, mask: number, lane: number, addresses: Float64Array, bytes: number): boolean {
    const address = addresses[lane]!;
    if (!this.#arrayAround(site, address, bytes, lane)) this.#refuse("out-of-bounds", site, mask, lane, addresses);
    else if (address % this.#sites[site]!.bytesPerLane !== 0) this.#refuse("misaligned", site, mask, lane, addresses);
    else return true;
    return false;
  }

  /** `#watchSource` for a copy that is like the last one of its sites. */
  #watchRepeatedSource(source: number, { source: { array, isRun } }: RepeatedCopy, mask: number, from: Float64Array): void {
    const site = this.#sites[source]!;
    const { bytesPerLane } = site;
    const { written } = array.allocation;
    if (this.#initcheck && written) {
      const lanes = isRun
        ? written.runLanesNotWritten(bytesPerLane, mask, from[0]!, bytesPerLane)
        : written.lanesNotWritten(bytesPerLane, mask, from);
      if (lanes !== 0) this.#reportNotWritten(source, mask, lanes, from);
    }
    if (isRun) this.#races?.run(site, "global", mask, from[0]!, bytesPerLane);
    else this.#races?.access(site, "global", mask, from);
    if (this.#isObserverDue(source)) this.#skips[source] = this.#observe!(source, mask, from, "global") ?? 0;
  }

  #watchSource(source: number, reading: number, from: Float64Array, sizeOf: (lane: number) => number): void {
    for (let rest = reading; this.#initcheck && rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const { written } = this.#memory.find(from[lane]!)!;
      if (written?.isWritten(from[lane]!, from[lane]! + sizeOf(lane)) === false) this.#find("uninitialized", source, reading, lane, from);
    }
    this.#races?.access(this.#sites[source]!, "global", reading, from);
    if (this.#isObserverDue(source)) this.#skips[source] = this.#observe!(source, reading, from, "global") ?? 0;
  }

  /** Whether a site's last request touches shared memory to which a copy is in flight. */
  #mayBeInFlight(site: number, mask: number, addresses: Float64Array): boolean {
    if (this.#copies.words === 0 || this.#last[site]!.allocation!.space !== "shared") return false;
    return this.#copies.touched(this.#sites[site]!.bytesPerLane, mask, addresses) !== 0;
  }

  /** Reports lanes that access shared memory to which a copy is in flight. Returns them. */
  #checkInFlight(site: number, mask: number, addresses: Float64Array): number {
    if (this.#copies.words === 0 || this.#races === undefined) return 0;
    const accessSite = this.#sites[site]!;
    const touched = this.#copies.touched(accessSite.bytesPerLane, mask, addresses);
    const kind = accessSite.op === "load" ? "early-read" : "copy-overwritten";
    for (let rest = touched; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      this.#add(kind, site, mask, lane, addresses, undefined, (thread, block) => {
        const state = this.#copies.stateAt(addresses[lane]!, accessSite.bytesPerLane)!;
        const copying = this.place.threadCoordinates(state.thread);
        const isOwn = state.thread === this.place.threadOf(lane);
        const message = inFlightSentence(accessSite, thread, block, { ...state, copying, isOwn }, state.address, this.#memory);
        return { left: undefined, space: "shared", message };
      });
    }
    return touched;
  }

  /** Reports lanes that store where a copy in flight reads global memory: it may read later than it was issued. */
  #checkSource(site: number, mask: number, addresses: ArrayLike<number>): void {
    const accessSite = this.#sites[site]!;
    if (this.#copies.isEmpty || accessSite.op === "load" || this.#races === undefined) return;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      if (!this.#copies.mayRead(addresses[lane]!, addresses[lane]! + accessSite.bytesPerLane)) continue;
      const reading = this.#copies.reading(addresses[lane]!, accessSite.bytesPerLane);
      if (!reading) continue;
      this.#add("copy-overwritten", site, mask, lane, Float64Array.from(addresses), undefined, (thread, block) => {
        const clause = touchClause(accessSite, thread, block, addresses[lane]!, this.#memory);
        const copying = `thread (${this.place.threadCoordinates(reading.thread).join(", ")})`;
        return {
          left: undefined,
          space: "global",
          message: `${clause}, which a copy in flight of ${copying} reads: nobody has waited for its group.`,
        };
      });
    }
  }

  /** Whether a copy in flight may read where evenly spaced lanes store. */
  #maySourceBeStored(site: number, first: number, stride: number): boolean {
    const { op, bytesPerLane } = this.#sites[site]!;
    if (op === "load" || this.#copies.isEmpty) return false;
    const last = first + (WARP_SIZE - 1) * stride;
    return this.#copies.mayRead(Math.min(first, last), Math.max(first, last) + bytesPerLane);
  }

  /** The blocks that run have ended: reports the copies that nobody has waited for. */
  #endCopies(): void {
    for (const { copy, isCommitted } of this.#copies.end()) {
      const lane = firstLaneOf(copy.lanes);
      const address = copy.addresses[lane]!;
      const thread = this.place.threadCoordinates(copy.warp * WARP_SIZE + lane);
      const block = this.place.blockCoordinates(copy.block);
      this.findings.add("unfinished-copy", copy.site.span, () => ({
        site: copy.site.number,
        thread,
        block,
        address,
        space: "shared",
        other: undefined,
        request: { activeMask: copy.lanes, addresses: Array.from(copy.addresses), lane },
        message: unfinishedSentence(copy.site, thread, block, address, isCommitted(lane), this.#memory),
      }));
    }
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
    this.#endCopies();
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
      if (last.isWatched && last.hasGroups() && !this.#mayBeInFlight(site, mask, addresses)) {
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
      const home = this.#homeOf(site, typeof pointers === "number" ? pointers : pointers[lane]!, addresses[lane]!, lane);
      if (home && !this.#holds(home, addresses[lane]!, bytesPerLane, lane)) (homes ??= [])[lane] = home;
    }
    if (homes === undefined) return this.access(site, mask, addresses);
    this.#addRepeated(site);
    return this.#laneByLane(site, mask, addresses, 0, homes);
  }

  /** The array that a pointer is into, or directly behind, if no other begins there. */
  #homeOf(site: number, pointer: number, address: number, lane: number): MemoryArray | undefined {
    const known = this.#arrays[site];
    const home = known ? known.find((array) => this.#holds(array, pointer, 1, lane)) : this.#memory.arrayAt(pointer);
    if (!home) {
      const allocation = this.#memory.allocationOf(pointer);
      return allocation && (!known || known.some((array) => array.allocation === allocation))
        ? this.#memory.arrayOf(allocation)
        : undefined;
    }
    const start = this.#startOf(home, lane);
    // A pointer to where an array begins may be meant to be behind the one before.
    return pointer === start && address < start && home.allocation.space !== "global" ? undefined : home;
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
      for (let rest = lanes; rest !== 0; rest &= rest - 1) this.#foundOutOfRow(site, mask, firstLaneOf(rest), addresses, exit!);
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
    const array = this.#arrayAt(site, last, first, firstLaneOf(mask));
    if (!array) return false;
    const { allocation } = array;
    // In local memory, a thread may access its own part only: each lane's offset is from the start of its part.
    const bytesPerThread = allocation.space === "local" ? this.#memory.localBytesPerThread : 0;
    let start = this.#startOf(array, 0);
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
    const array = this.#arrayAt(site, last, low, low === end ? firstLane : lastLane);
    if (!array) return false;
    const { allocation } = array;
    const room = array.bytes - bytesPerLane;
    const start = this.#startOf(array, 0);
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
    last.isWatched = isRaceChecked || (this.#initcheck && written !== undefined) || this.#observe !== undefined;
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
      const array = home ? undefined : this.#arrayAround(site, address, bytesPerLane, lane);
      const isLeft = ((left >>> lane) & 1) !== 0;
      if (!array) {
        if (isLeft) this.#end(site, addresses[lane]!);
        else this.#refuse("out-of-bounds", site, mask, lane, addresses, home);
        this.#noteStrayWrite(accessSite, address);
      } else if ((address & -bytesPerLane) !== address) this.#refuse("misaligned", site, mask, lane, addresses);
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
    if (this.#copies.words > 0 && space === "shared") checked &= ~this.#checkInFlight(site, checked, addresses);
    if (space === "global") this.#checkSource(site, checked, addresses);
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
    if (this.#isObserverDue(site)) this.#skips[site] = this.#observe!(site, mask, addresses, space) ?? 0;
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
    if (this.#isObserverDue(site)) this.#skips[site] = this.#observe!(site, mask, addresses, space) ?? 0;
  }

  /** `#watch` for evenly spaced lanes. */
  #watchRun(site: number, mask: number, first: number, stride: number): void {
    const { space, written } = this.#last[site]!.allocation!;
    if (this.#copies.words > 0 && space === "shared" && this.#copies.isTouchedByRun(this.#sites[site]!.bytesPerLane, mask, first, stride)) {
      this.#races?.settle();
      return this.#watch(site, space, this.#last[site]!.allocation, mask, this.#spread(first, stride));
    }
    if (space === "global" && this.#maySourceBeStored(site, first, stride)) this.#checkSource(site, mask, this.#spread(first, stride));
    if (this.#initcheck && written) {
      const { op, bytesPerLane } = this.#sites[site]!;
      if (op !== "store") {
        const lanes = written.runLanesNotWritten(bytesPerLane, mask, first, stride);
        if (lanes !== 0) this.#reportNotWritten(site, mask, lanes, this.#spread(first, stride));
      }
      if (op !== "load") written.markRun(bytesPerLane, mask, first, stride);
    }
    if (this.#races && isOrdered(space)) {
      this.#races.settle();
      this.#races.run(this.#sites[site]!, space, mask, first, stride);
    }
    if (this.#isObserverDue(site)) this.#skips[site] = this.#observe!(site, mask, this.#spread(first, stride), space) ?? 0;
  }

  /** Whether the observer takes the next request of a site. */
  #isObserverDue(site: number): boolean {
    return this.#observe !== undefined && --this.#skips[site]! < 0;
  }

  #checkWritten(site: number, written: WrittenBytes, mask: number, addresses: Float64Array): void {
    const { op, bytesPerLane } = this.#sites[site]!;
    if (op !== "store") {
      const lanes = written.lanesNotWritten(bytesPerLane, mask, addresses);
      if (lanes !== 0) this.#reportNotWritten(site, mask, lanes, addresses);
    }
    if (op !== "load") written.mark(bytesPerLane, mask, addresses);
  }

  #reportNotWritten(site: number, mask: number, lanes: number, addresses: Float64Array): void {
    for (let left = lanes; left !== 0; left &= left - 1) this.#find("uninitialized", site, mask, firstLaneOf(left), addresses);
  }

  #refuse(
    kind: "out-of-bounds" | "misaligned",
    site: number,
    mask: number,
    lane: number,
    addresses: Float64Array,
    home?: MemoryArray,
  ): void {
    this.#end(site, addresses[lane]!);
    if (this.#memcheck) this.#find(kind, site, mask, lane, addresses, home);
  }

  /** Notes that a refused access ends the kernel, if a GPU notices it. */
  #end(site: number, address: number): void {
    this.findings.end(() => faultAt(address, this.#sites[site]!.bytesPerLane, this.#memory));
  }

  #find(kind: keyof typeof SENTENCES, site: number, activeMask: number, lane: number, addresses: Float64Array, home?: MemoryArray): void {
    const address = addresses[lane]!;
    const accessSite = this.#sites[site]!;
    const other = kind === "out-of-bounds" ? this.#memory.arrayAt(address) : undefined;
    const isOtherSpace = other !== undefined && !isReached(accessSite, other);
    const array = kind === "out-of-bounds" && !isOtherSpace ? (home ?? this.#arrayLeft(site, address, lane)) : undefined;
    const left = array && leftArray(array, this.#startOf(array, lane), address, accessSite.bytesPerLane);
    const index = this.#arrays[site]?.length === 1 ? left?.index : undefined;
    this.#add(kind, site, activeMask, lane, addresses, index, (thread, block) => {
      const from = left ?? (this.#arrays[site]?.length === 0 ? "null" : undefined);
      const message = isOtherSpace
        ? otherSpaceSentence(accessSite, thread, block, address, this.#memory)
        : kind === "out-of-bounds"
          ? outOfBoundsSentence(accessSite, thread, block, address, this.#memory, from)
          : SENTENCES[kind](accessSite, thread, block, address, this.#memory);
      const space = array?.allocation.space ?? (this.#memory.find(address) ?? this.#memory.nearest(address))?.space;
      return { left, space, message };
    });
  }

  #foundOutOfRow(site: number, activeMask: number, lane: number, addresses: Float64Array, exit: RowExit): void {
    if (!this.#memcheck) return;
    const { length, bytes } = exit;
    const index = exit.indexes[lane]!;
    this.#add("out-of-row", site, activeMask, lane, addresses, index, (thread, block) => {
      const address = addresses[lane]!;
      const arrays = this.#arrays[site];
      const array = arrays?.length === 1 ? arrays[0] : this.#memory.arrayAt(address);
      const element = bytes === array?.element.bytes ? array.element : { name: "", bytes };
      const left: LeftArray = { ...namesOf(array), index, length, element, base: address - index * bytes };
      const space = (array?.allocation ?? this.#memory.find(address))?.space;
      return { left, space, message: outOfRowSentence(this.#sites[site]!, thread, block, left, array?.hasRows === true) };
    });
  }

  #add(
    kind: FindingKind,
    site: number,
    activeMask: number,
    lane: number,
    addresses: Float64Array,
    index: number | undefined,
    describe: (thread: Coordinates, block: Coordinates) => Pick<Finding, "left" | "space" | "message">,
  ): void {
    const found = (): Omit<Finding, "kind" | "span" | "further"> => {
      const thread = this.place.threadCoordinates(this.place.threadOf(lane));
      const block = this.place.blockCoordinates(this.place.block);
      const request = { activeMask, addresses: Array.from(addresses), lane };
      return { site, thread, block, address: addresses[lane]!, other: undefined, request, ...describe(thread, block) };
    };
    this.findings.add(kind, this.#sites[site]!.span, found, index);
  }

  /** The array that a site's address is in: of those that the pointer may be made from, or of all. */
  #arrayAt(site: number, { array }: RepeatedRequest, address: number, lane: number): MemoryArray | undefined {
    if (array && this.#holds(array, address, 1, lane)) return array;
    return this.#arrayAround(site, address, 1, lane);
  }

  /** The array that holds all bytes of an access. */
  #arrayAround(site: number, address: number, bytes: number, lane: number): MemoryArray | undefined {
    const arrays = this.#arrays[site];
    const array = arrays ? arrays.find((one) => this.#holds(one, address, bytes, lane)) : this.#memory.arrayAt(address);
    if (!array || !isReached(this.#sites[site]!, array)) return undefined;
    return arrays || this.#holds(array, address, bytes, lane) ? array : undefined;
  }

  /** The array that an access beyond it was to be in: the nearest, if the pointer may be made from several. */
  #arrayLeft(site: number, address: number, lane: number): MemoryArray | undefined {
    const arrays = this.#arrays[site];
    if (!arrays) {
      const variable = this.#memory.find(address)?.space === "shared" ? this.#memory.sharedVariableAt(address) : undefined;
      return variable && this.#memory.arrayOfVariable("shared", variable);
    }
    const [first, ...others] = arrays;
    if (!first) return undefined;
    const distance = (array: MemoryArray): number => {
      const offset = address - this.#startOf(array, lane);
      return Math.max(-offset, offset - array.bytes);
    };
    return others.reduce((nearest, array) => (distance(array) < distance(nearest) ? array : nearest), first);
  }

  #holds(array: MemoryArray, address: number, bytes: number, lane: number): boolean {
    const offset = address - this.#startOf(array, lane);
    return offset >= 0 && offset + bytes <= array.bytes;
  }

  /** The address of an array's first byte, for a lane of the warp. */
  #startOf({ allocation, offset }: MemoryArray, lane: number): number {
    if (allocation.space !== "local") return allocation.base + offset;
    return this.#memory.localAddressOf(this.place.threadOf(lane)) + offset;
  }

  #spread(first: number, stride: number): Float64Array {
    for (let lane = 0; lane < WARP_SIZE; lane++) this.#scratch[lane] = first + stride * lane;
    return this.#scratch;
  }

  /** Adds the cost of the site's last request, and of those like it. */
  #addRepeated(site: number): void {
    const last = this.#last[site]!;
    const copy = this.#lastCopies[site];
    if (copy) this.#addRepeatedCopies(copy);
    if (last.count === 0) return;
    this.#sums.add(site, last.space, last.row, last.count);
    last.count = 0;
  }

  #addRepeatedCopies(last: RepeatedCopy): void {
    if (last.count === 0) return;
    const { source, destination } = last.rows;
    if (source) this.#sums.add(last.source.site, COUNTED_SPACES.indexOf("global"), source, last.count);
    this.#sums.add(last.destination.site, COUNTED_SPACES.indexOf("shared"), destination, last.count);
    last.count = 0;
  }
}

/** Whether an instruction reaches an array: one of shared memory reaches no other. */
function isReached({ onlySpace }: AccessSite, { allocation }: MemoryArray): boolean {
  return onlySpace === undefined || allocation.space === onlySpace || (onlySpace === "global" && allocation.space === "constant");
}

/** The kernel's name for an array, and the host's if it's another. */
function namesOf(array: MemoryArray | undefined): Pick<LeftArray, "name" | "given"> {
  if (array?.parameter === undefined) return { name: array?.name ?? "" };
  return { name: array.parameter, given: array.name };
}

/** An array with the element that an access beyond it would be. */
function leftArray(array: MemoryArray, base: number, address: number, bytesPerLane: number): LeftArray {
  const { bytes, element } = array;
  const length = Math.floor(bytes / element.bytes);
  const index = Math.floor((address - base) / element.bytes);
  // An access may start within the array.
  const isAcross = index >= 0 && index < length && address + bytesPerLane > base + bytes;
  return { ...namesOf(array), index: isAcross ? length : index, length, element, base };
}

const SENTENCES = {
  "out-of-bounds": outOfBoundsSentence,
  misaligned: misalignedSentence,
  uninitialized: uninitializedSentence,
} satisfies Partial<Record<FindingKind, unknown>>;

/** Whether the order of accesses to a memory matters: other threads reach it. */
function isOrdered(space: Space): space is "global" | "shared" | "cluster" {
  return space === "global" || space === "shared" || space === "cluster";
}

function firstLaneOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
