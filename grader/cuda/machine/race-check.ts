import { WARP_SIZE, isActive } from "#simulator";
import { raceSentence, touchClause } from "./access-sentence.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Coordinates, Finding, Findings, Hazard } from "./findings.ts";
import type { LaneGroups } from "./lane-groups.ts";
import type { LaunchPlace } from "./launch-place.ts";
import type { Memory } from "./memory.ts";
import { RaceClock } from "./race-clock.ts";
import { ClusterRaces, type ClusterHazard, type Copy, type CopyHazard } from "./cluster-races.ts";
import { BulkRaces, type GlobalCopy } from "./bulk-races.ts";
import { GlobalRaces, SharedRaces, isOfSeveralBlocks, type BeginningCopy, type BesideCopy } from "./races.ts";
import type { WarpOrder } from "./warp-order.ts";

interface Race {
  readonly site: AccessSite;
  readonly hazard: Hazard;
  readonly address: number;
  readonly epoch: number;
  readonly otherEpoch: number;
  readonly activeMask: number;
  /** The request's addresses; undefined if the site has a finding of this kind already. */
  readonly addresses: readonly number[] | undefined;
  /** Whether both lanes are of the same store. */
  readonly sameStore: boolean;
  /** The number of the request, counted from 1. */
  readonly request: number;
}

/** A store over another thread's store: a race only if it changes the value, which is known once the store is carried out. */
interface Overwrite {
  readonly address: number;
  readonly bytesBefore: Uint8Array;
  readonly add: () => void;
}

/** What is told of an access beside a copy, or to a block that isn't there. */
export interface AsynchronousReports {
  readonly copy: (hazard: CopyHazard, site: AccessSite, lane: number, address: number, copy: Copy | undefined) => void;
  readonly cluster: (hazard: ClusterHazard, site: AccessSite, lane: number, address: number, rank: number) => void;
  /** An access of global memory beside a bulk copy. */
  readonly bulk: (hazard: Hazard, site: AccessSite, by: GlobalCopy, address: number, thread: number, rank: number) => void;
}

/** The warps that run together, if they meet at more than the barrier of a block. */
export interface RunningTogether {
  readonly blocks: number;
  readonly warpsPerBlock: number;
  readonly order: WarpOrder;
  readonly reports: AsynchronousReports;
}

/**
 * The racecheck of compute-sanitizer, for shared and for global memory. Like it, it ignores two threads that store the same value. To find
 * out, it compares memory before and after a store: the next request settles the store before it.
 */
export class RaceCheck {
  /** Lanes of the last store whose bytes a higher lane of the same store overwrote: see `lostValues`. */
  overwrittenLanes = 0;
  readonly clock: RaceClock;
  /** In place of `#shared` where warps meet at more than the barrier of a block. */
  readonly cluster: ClusterRaces | undefined;
  /** Bulk copies in global memory, where warps meet at more than the barrier of a block. */
  readonly bulk: BulkRaces | undefined;
  readonly #reports: AsynchronousReports | undefined;
  readonly #memory: Memory;
  readonly #place: LaunchPlace;
  readonly #findings: Findings;
  readonly #shared: SharedRaces | undefined;
  readonly #global: GlobalRaces;
  readonly #overwrites: Overwrite[] = [];
  /** For each lane of `overwrittenLanes`, the lane that overwrote it. */
  readonly #overwrittenBy = new Uint8Array(WARP_SIZE);

  /** What a copy that is being checked brings, of each lane side by side. */
  #copied: Uint8Array | undefined;
  /** The number of requests so far. */
  #requests = 0;
  // The request that is being checked: `#addresses`, or else evenly spaced lanes.
  #site!: AccessSite;
  #activeMask = 0;
  #addresses: ArrayLike<number> | undefined;
  #first = 0;
  #strideBytes = 0;
  // The last race found in it: an access of several units may race in each of them, and is still one finding.
  #racingLane = -1;
  #racingHazard: Hazard | undefined;

  constructor(memory: Memory, sites: readonly AccessSite[], place: LaunchPlace, findings: Findings, together?: RunningTogether) {
    this.#memory = memory;
    this.#place = place;
    this.#findings = findings;
    const unitBytes = Math.min(8, ...sites.map(({ bytesPerLane }) => bytesPerLane));
    const report = this.#report.bind(this);
    this.clock = new RaceClock(together);
    if (together) {
      const { order, reports } = together;
      this.#reports = reports;
      this.bulk = new BulkRaces(this.clock, order, memory.top);
      this.cluster = new ClusterRaces(this.clock, order, memory, Math.min(4, unitBytes), {
        race: report,
        copy: (hazard, lane, copy) => reports.copy(hazard, this.#site, lane, this.#addressOf(lane), copy),
        cluster: (hazard, lane, rank) => reports.cluster(hazard, this.#site, lane, this.#addressOf(lane), rank),
      });
    } else this.#shared = new SharedRaces(this.clock, report, memory.sharedBase, memory.sharedBytes, unitBytes);
    this.#global = new GlobalRaces(this.clock, report, memory.top, unitBytes);
  }

  startWarp(warp: number): void {
    if (this.clock.isUsedUp) {
      this.#shared?.forget();
      this.cluster?.forget();
      this.#global.forget();
      this.bulk?.forget();
      this.clock.restart();
    }
    this.clock.startWarp(warp);
  }

  /** Settles the last store, before a new request or at the end of the launch: its values are in memory now. */
  settle(): void {
    this.overwrittenLanes = 0;
    if (this.#overwrites.length === 0) return;
    for (const { address, bytesBefore, add } of this.#overwrites)
      if (bytesBefore.some((byte, offset) => byte !== this.#memory.u8[address + offset])) add();
    this.#overwrites.length = 0;
  }

  /** Receives those of the `overwrittenLanes` whose value differs from what memory holds now: each lost a race. */
  lostValues(lanes: number): void {
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(lanes & this.overwrittenLanes, lane)) continue;
      const otherEpoch = this.clock.epoch + 4 * this.#overwrittenBy[lane]!;
      this.#add({ ...this.#race("WAW", lane, otherEpoch), sameStore: true });
    }
    this.overwrittenLanes = 0;
  }

  /** Checks and records one request; its lanes are in bounds. */
  access(site: AccessSite, space: "global" | "shared" | "cluster", activeMask: number, addresses: ArrayLike<number>): void {
    this.#site = site;
    this.#activeMask = activeMask;
    this.#racingLane = -1;
    this.#requests++;
    this.#addresses = addresses;
    this.clock.recorded = true;
    if (space !== "global" && this.cluster) this.cluster.access(site.op, site.bytesPerLane, activeMask, addresses, site.span);
    else if (space !== "global") this.#shared!.access(site.op, site.bytesPerLane, activeMask, addresses);
    else {
      this.#besideBulk(site.op);
      this.#global.access(site.op, site.bytesPerLane, activeMask, addresses);
    }
  }

  /** The first access of global memory that a bulk copy races with as it begins. */
  beginBulk(from: number, to: number, copy: BeginningCopy): BesideCopy | undefined {
    return this.#global.copy(from, to, copy);
  }

  /** Holds the request that is being checked, of global memory, against the bulk copies that may be under way there. */
  #besideBulk(op: AccessSite["op"]): void {
    const { bulk } = this;
    const mask = this.#activeMask;
    const site = this.#site;
    const { bytesPerLane } = site;
    if (bulk === undefined || bulk.isFree(op, bytesPerLane, mask, (lane) => this.#addressOf(lane))) return;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(mask, lane)) continue;
      const address = this.#addressOf(lane);
      const found = bulk.beside(op, address, bytesPerLane, lane);
      if (!found) continue;
      const { hazard, by } = found;
      const thread = this.#place.threadOf(lane);
      const { rank } = this.#memory;
      const report = (): void => this.#reports!.bulk(hazard, site, by, address, thread, rank);
      if (hazard !== "WAW" || op !== "store" || by.copy.landed === undefined) report();
      else this.#overwrites.push({ address, bytesBefore: this.#memory.u8.slice(address, address + bytesPerLane), add: report });
    }
  }

  /**
   * Checks a copy that is issued to shared memory: it may land at once. Memory holds what was there before.
   *
   * @param data of each lane side by side: to store what is there already is no race
   */
  copy(site: AccessSite, activeMask: number, addresses: ArrayLike<number>, data: Uint8Array): void {
    this.#copied = data;
    this.access(site, "shared", activeMask, addresses);
    this.#copied = undefined;
  }

  /** Copies have landed: their threads have stored them now. */
  landed({ bytesPerLane }: AccessSite, activeMask: number, addresses: ArrayLike<number>): void {
    this.clock.recorded = true;
    (this.cluster ?? this.#shared!).record(bytesPerLane, activeMask, addresses);
  }

  /** The same for a load whose lanes are grouped by their addresses. */
  loads(
    site: AccessSite,
    space: "global" | "shared" | "cluster",
    activeMask: number,
    addresses: ArrayLike<number>,
    groups: LaneGroups,
  ): void {
    this.#site = site;
    this.#activeMask = activeMask;
    this.#racingLane = -1;
    this.#requests++;
    this.#addresses = addresses;
    this.clock.recorded = true;
    if (space !== "global" && this.cluster) this.cluster.access("load", site.bytesPerLane, activeMask, addresses, site.span);
    else if (space !== "global") this.#shared!.loads(site.bytesPerLane, addresses, groups);
    else {
      this.#besideBulk("load");
      this.#global.loads(site.bytesPerLane, addresses, groups);
    }
  }

  /** The same for evenly spaced lanes. */
  run(site: AccessSite, space: "global" | "shared" | "cluster", activeMask: number, first: number, strideBytes: number): void {
    this.#site = site;
    this.#activeMask = activeMask;
    this.#racingLane = -1;
    this.#requests++;
    this.#addresses = undefined;
    this.#first = first;
    this.#strideBytes = strideBytes;
    this.clock.recorded = true;
    if (space !== "global" && this.cluster) this.cluster.run(site.op, site.bytesPerLane, activeMask, first, strideBytes, site.span);
    else if (space !== "global") this.#shared!.run(site.op, site.bytesPerLane, activeMask, first, strideBytes);
    else {
      this.#besideBulk(site.op);
      this.#global.run(site.op, site.bytesPerLane, activeMask, first, strideBytes);
    }
  }

  #report(hazard: Hazard, lane: number, otherEpoch: number): void {
    if (lane === this.#racingLane && hazard === this.#racingHazard) return;
    this.#racingLane = lane;
    this.#racingHazard = hazard;
    const site = this.#site;
    const address = this.#addressOf(lane);
    if (hazard !== "WAW" || site.op !== "store") return this.#add(this.#race(hazard, lane, otherEpoch));
    const otherLane = (otherEpoch >>> 2) & (WARP_SIZE - 1);
    const data = this.#copied?.subarray(lane * site.bytesPerLane, (lane + 1) * site.bytesPerLane);
    const isThisStore = otherEpoch >= this.clock.epoch && otherLane < lane && isActive(this.#activeMask, otherLane);
    if (data && this.#copied) {
      const others = this.#copied.subarray(otherLane * site.bytesPerLane, (otherLane + 1) * site.bytesPerLane);
      const before = isThisStore ? others : this.#memory.u8.subarray(address, address + site.bytesPerLane);
      const differs = data.some((byte, offset) => byte !== before[offset]);
      if (differs) this.#add({ ...this.#race(hazard, lane, otherEpoch), sameStore: isThisStore });
      return;
    }
    if (isThisStore && this.#addressOf(otherLane) === address) {
      this.overwrittenLanes |= 1 << otherLane;
      this.#overwrittenBy[otherLane] = lane;
      return;
    }
    const bytesBefore = this.#memory.u8.slice(address, address + site.bytesPerLane);
    const race = this.#race(hazard, lane, otherEpoch);
    this.#overwrites.push({ address, bytesBefore, add: () => this.#add(race) });
  }

  /** A race of a lane of the request that is being checked. */
  #race(hazard: Hazard, lane: number, otherEpoch: number): Race {
    const site = this.#site;
    const isKnown = this.#findings.has("race", site.span);
    return {
      site,
      hazard,
      address: this.#addressOf(lane),
      epoch: this.clock.epoch + 4 * lane,
      otherEpoch,
      activeMask: this.#activeMask,
      addresses: isKnown ? undefined : Array.from({ length: WARP_SIZE }, (_, lane) => this.#addressOf(lane)),
      sameStore: false,
      request: this.#requests,
    };
  }

  #add({ site, hazard, address, epoch, otherEpoch, activeMask, addresses, sameStore, request }: Race): void {
    const describe = (): Omit<Finding, "kind" | "span" | "further"> => {
      const isOtherKnown =
        this.clock.threadOf(epoch) !== this.clock.threadOf(otherEpoch) || this.clock.blockOf(epoch) !== this.clock.blockOf(otherEpoch);
      const other = isOtherKnown ? this.#thread(otherEpoch) : undefined;
      const own = this.#thread(epoch);
      const clause = touchClause(site, own.thread, own.block, address, this.#memory);
      const isWithinBlock = other ? own.block.join() === other.block.join() : !isOfSeveralBlocks(otherEpoch);
      const race = { clause, hazard, isWithinBlock, isOneStore: sameStore, request };
      return {
        site: site.number,
        ...own,
        address,
        space: this.#memory.find(address)?.space,
        other,
        race,
        request: addresses && { activeMask, addresses, lane: (epoch >>> 2) & (WARP_SIZE - 1) },
        message: raceSentence(race, { other }),
      };
    };
    if (hazard === "WAW" && site.op === "store") this.#findings.addStoredTwice(site.span, address, describe);
    else this.#findings.add("race", site.span, describe);
  }

  #thread(epoch: number): { readonly thread: Coordinates; readonly block: Coordinates } {
    return {
      thread: this.#place.threadCoordinates(this.clock.threadOf(epoch)),
      block: this.#place.blockCoordinates(this.clock.blockOf(epoch)),
    };
  }

  #addressOf(lane: number): number {
    return this.#addresses ? this.#addresses[lane]! : this.#first + lane * this.#strideBytes;
  }
}
