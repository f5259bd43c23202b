import { WARP_SIZE, WORD_BYTES } from "#simulator";
import type { TagBanks } from "#simulator/devices.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import { inFlightSentence, threadName, touchClause, unfinishedSentence } from "./access-sentence.ts";
import type { AccessSite } from "../ir/access-site.ts";
import { AsyncCopies, type CopyInFlight } from "./async-copies.ts";
import type { Findings } from "./findings.ts";
import type { LaunchPlace } from "./launch-place.ts";
import type { Memory } from "./memory.ts";
import type { RaceCheck } from "./race-check.ts";
import { RepeatedCopy, type CopyRows } from "./repeated-copy.ts";
import type { RequestCosts } from "./request-costs.ts";
import type { RequestFindings } from "./request-findings.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { SiteBounds } from "./site-bounds.ts";
import { COUNTED_SPACES, type SiteSums } from "./site-counts.ts";

/** The parts of a stream that its copies use, too. */
interface StreamParts {
  readonly place: LaunchPlace;
  readonly bounds: SiteBounds;
  readonly costs: RequestCosts;
  readonly sums: SiteSums;
  readonly found: RequestFindings;
  /** All of the launch. */
  readonly findings: Findings;
  readonly races: RaceCheck | undefined;
  readonly observer: RequestObserver;
  readonly initcheck: boolean;
  readonly tagBanks: TagBanks;
  readonly noteStore: (base: number, site: AccessSite) => void;
}

/** The `cp.async` among a launch's requests, from when a warp issues one until it has waited for it: counted, sanitized and observed. */
export class CopyRequests {
  readonly #memory: Memory;
  readonly #sites: readonly AccessSite[];
  readonly #place: LaunchPlace;
  readonly #bounds: SiteBounds;
  readonly #costs: RequestCosts;
  readonly #sums: SiteSums;
  readonly #found: RequestFindings;
  readonly #findings: Findings;
  readonly #races: RaceCheck | undefined;
  readonly #observer: RequestObserver;
  readonly #initcheck: boolean;
  readonly #tagBanks: TagBanks;
  readonly #noteStore: StreamParts["noteStore"];
  readonly #flying: AsyncCopies;
  /** The last copy of each pair of sites that has some, by both. */
  readonly #last: (RepeatedCopy | undefined)[] = [];

  constructor(memory: Memory, sites: readonly AccessSite[], parts: StreamParts) {
    this.#memory = memory;
    this.#sites = sites;
    this.#place = parts.place;
    this.#bounds = parts.bounds;
    this.#costs = parts.costs;
    this.#sums = parts.sums;
    this.#found = parts.found;
    this.#findings = parts.findings;
    this.#races = parts.races;
    this.#observer = parts.observer;
    this.#initcheck = parts.initcheck;
    this.#tagBanks = parts.tagBanks;
    this.#noteStore = parts.noteStore;
    this.#flying = new AsyncCopies(memory);
  }

  /** No other copy of a site is like its last one. */
  forget(site: number): void {
    this.#last[site]?.forget();
  }

  /** Adds the cost of the site's last copy, and of those like it. */
  addRepeated(site: number): void {
    const last = this.#last[site];
    if (last) this.#addCounts(last);
  }

  /**
   * A warp's `cp.async`. Its data are read now, and land when its lanes wait for them.
   *
   * @param source and destination sites
   * @param from addresses in global memory
   * @param sizes how many bytes each lane reads; zeros fill its place up
   */
  issue(source: number, destination: number, mask: number, from: Float64Array, to: Float64Array, sizes?: Float64Array): void {
    mask |= 0;
    if (mask === 0) return;
    this.#races?.settle();
    const copy = this.#flying.fresh(this.#sites[destination]!);
    const last = this.#last[destination];
    if (last?.isLike(mask, from, to, sizes)) {
      const first = from[firstLaneOf(mask)]!;
      if (!last.hasWindow(first)) this.#move(last, source, mask, from, to, sizes);
      last.count++;
      last.read(this.#memory.u32, mask, from, copy.data);
      copy.lanes = mask;
      this.#watchRepeatedSource(source, last, mask, from);
    } else if (!this.#anyCopy(copy, source, destination, mask, from, to, sizes)) return;
    copy.addresses.set(to);
    copy.readFrom(from, sizes);
    const { lanes, addresses, bytes, site } = copy;
    this.checkInFlight(destination, lanes, addresses);
    this.#races?.copy(site, lanes, addresses, bytes);
    this.#observer.pass(destination, lanes, addresses, "shared");
    this.#flying.issue(copy, this.#place.block, this.#place.warp);
  }

  /** Reads and counts a copy that isn't like the last one of its sites. Returns whether any lane copies. */
  #anyCopy(
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
    this.#keep(source, destination, copying, copying === mask && isWhole, from, to, rows);
    const shared = this.#memory.find(to[firstLaneOf(copying)]!);
    if (shared) this.#noteStore(shared.base, this.#sites[destination]!);
    if (reading !== 0) this.#watchSource(source, reading, from, sizeOf);
    return true;
  }

  /** Turns the last copy of two sites into one like it, whose lines may meet on other tag banks. */
  #move(last: RepeatedCopy, source: number, mask: number, from: Float64Array, to: Float64Array, sizes: Float64Array | undefined): void {
    this.#addCounts(last);
    const first = from[firstLaneOf(mask)]!;
    const bytes = this.#sites[source]!.bytesPerLane;
    last.moveTo(first, last.rowsAt(first) ?? this.#costs.countCopy(this.#sites[source]!, mask, from, to, sizes && new Array<number>(WARP_SIZE).fill(bytes))); // prettier-ignore
  }

  /** Holds a copy as the last one of its sites. @param isWhole whether all its lanes read all their bytes */
  #keep(source: number, destination: number, lanes: number, isWhole: boolean, from: Float64Array, to: Float64Array, rows: CopyRows): void {
    const { bytesPerLane } = this.#sites[source]!;
    let last = this.#last[destination];
    if (last) this.#addCounts(last);
    else last = this.#last[source] = this.#last[destination] = new RepeatedCopy(source, destination, bytesPerLane, this.#tagBanks);
    last.forget();
    last.rows = rows;
    last.count = 1;
    if (!isWhole) return;
    const lane = firstLaneOf(lanes);
    const read = this.#bounds.around(source, from[lane]!, bytesPerLane, lane)!;
    const written = this.#bounds.around(destination, to[lane]!, bytesPerLane, lane)!;
    last.replace(lanes, from, to, read, written, rows);
  }

  /** The lanes' copies since their last group are a group: `cp.async.commit_group`. */
  commit(mask: number): void {
    this.#flying.commit(this.#place.warp, mask | 0);
  }

  /** The lanes wait for their copies: until all but so many of their last groups have landed, or for all. */
  wait(mask: number, pending?: number | Float64Array): void {
    if (this.#flying.isEmpty) return;
    this.#races?.settle();
    this.#place.copyWaits++;
    this.#place.copyStages = typeof pending === "number" ? pending + 1 : 1;
    const written = this.#memory.writtenShared(this.#memory.rank);
    this.#flying.wait(this.#place.warp, mask | 0, pending, written, (site, lanes, addresses) =>
      this.#races?.landed(site, lanes, addresses),
    );
  }

  /** The blocks that run have ended: reports the copies that nobody has waited for. */
  end(): void {
    for (const { copy, isCommitted } of this.#flying.end()) {
      const lane = firstLaneOf(copy.lanes);
      const address = copy.addresses[lane]!;
      const thread = this.#place.threadCoordinates(copy.warp * WARP_SIZE + lane);
      const block = this.#place.blockCoordinates(copy.block);
      this.#findings.add("unfinished-copy", copy.site.span, () => ({
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

  /** Whether a request to shared memory touches some to which a copy is in flight. */
  mayTouch(site: number, mask: number, addresses: Float64Array): boolean {
    return this.#flying.words !== 0 && this.#flying.touched(this.#sites[site]!.bytesPerLane, mask, addresses) !== 0;
  }

  /** The same for evenly spaced lanes. */
  isTouchedByRun(site: number, mask: number, first: number, stride: number): boolean {
    return this.#flying.words !== 0 && this.#flying.isTouchedByRun(this.#sites[site]!.bytesPerLane, mask, first, stride);
  }

  /** Reports lanes that access shared memory to which a copy is in flight. Returns them. */
  checkInFlight(site: number, mask: number, addresses: Float64Array): number {
    if (this.#flying.words === 0 || this.#races === undefined) return 0;
    const accessSite = this.#sites[site]!;
    const touched = this.#flying.touched(accessSite.bytesPerLane, mask, addresses);
    const kind = accessSite.op === "load" ? "early-read" : "copy-overwritten";
    for (let rest = touched; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      this.#found.add(kind, site, mask, lane, addresses, undefined, (thread, block) => {
        const state = this.#flying.stateAt(addresses[lane]!, accessSite.bytesPerLane)!;
        const copying = this.#place.threadCoordinates(state.thread);
        const isOwn = state.thread === this.#place.threadOf(lane);
        const message = inFlightSentence(accessSite, thread, block, { ...state, copying, isOwn }, state.address, this.#memory);
        return { left: undefined, space: "shared", message };
      });
    }
    return touched;
  }

  /** Reports lanes that store where a copy in flight reads global memory: it may read later than it was issued. */
  checkSource(site: number, mask: number, addresses: ArrayLike<number>): void {
    const accessSite = this.#sites[site]!;
    if (this.#flying.isEmpty || accessSite.op === "load" || this.#races === undefined) return;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      if (!this.#flying.mayRead(addresses[lane]!, addresses[lane]! + accessSite.bytesPerLane)) continue;
      const reading = this.#flying.reading(addresses[lane]!, accessSite.bytesPerLane);
      if (!reading) continue;
      this.#found.add("copy-overwritten", site, mask, lane, Float64Array.from(addresses), undefined, (thread, block) => {
        const clause = touchClause(accessSite, thread, block, addresses[lane]!, this.#memory);
        const copying = this.#place.threadCoordinates(reading.thread);
        const who =
          reading.block === this.#place.block
            ? `thread (${copying.join(", ")})`
            : threadName(copying, this.#place.blockCoordinates(reading.block));
        const message = `${clause}, which a copy in flight of ${who} reads: nobody has waited for its group.`;
        return { left: undefined, space: "global", message };
      });
    }
  }

  /** Whether a copy in flight may read where evenly spaced lanes store. */
  maySourceBeStored(site: number, first: number, stride: number): boolean {
    const { op, bytesPerLane } = this.#sites[site]!;
    if (op === "load" || this.#flying.isEmpty) return false;
    const last = first + (WARP_SIZE - 1) * stride;
    return this.#flying.mayRead(Math.min(first, last), Math.max(first, last) + bytesPerLane);
  }

  /** Whether a lane may read or write its bytes of a copy. */
  #mayCopy(site: number, mask: number, lane: number, addresses: Float64Array, bytes: number): boolean {
    const address = addresses[lane]!;
    if (!this.#bounds.around(site, address, bytes, lane)) this.#found.refuse("out-of-bounds", site, mask, lane, addresses);
    else if (address % this.#sites[site]!.bytesPerLane !== 0) this.#found.refuse("misaligned", site, mask, lane, addresses);
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
      if (lanes !== 0) this.#found.notWritten(source, mask, lanes, from);
    }
    if (isRun) this.#races?.run(site, "global", mask, from[0]!, bytesPerLane);
    else this.#races?.access(site, "global", mask, from);
    this.#observer.pass(source, mask, from, "global");
  }

  #watchSource(source: number, reading: number, from: Float64Array, sizeOf: (lane: number) => number): void {
    for (let rest = reading; this.#initcheck && rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const { written } = this.#memory.find(from[lane]!)!;
      if (written?.isWritten(from[lane]!, from[lane]! + sizeOf(lane)) === false)
        this.#found.find("uninitialized", source, reading, lane, from);
    }
    this.#races?.access(this.#sites[source]!, "global", reading, from);
    this.#observer.pass(source, reading, from, "global");
  }

  #addCounts(last: RepeatedCopy): void {
    if (last.count === 0) return;
    const { source, destination } = last.rows;
    if (source) this.#sums.add(last.source.site, COUNTED_SPACES.indexOf("global"), source, last.count);
    this.#sums.add(last.destination.site, COUNTED_SPACES.indexOf("shared"), destination, last.count);
    last.count = 0;
  }
}
