import { WARP_SIZE, isActive } from "#simulator";
import { raceSentence } from "./access-sentence.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Coordinates, Findings } from "./findings.ts";
import type { LaunchPlace } from "./launch-place.ts";
import type { Memory } from "./memory.ts";
import { RaceClock } from "./race-clock.ts";
import { GlobalRaces, SharedRaces, isOfSeveralBlocks, type Hazard } from "./races.ts";

/** A store over what another thread stored: a race only if it changes the value, which is known once it is carried out. */
interface Overwrite {
  readonly site: AccessSite;
  readonly address: number;
  readonly bytesBefore: Uint8Array;
  readonly epoch: number;
  readonly otherEpoch: number;
  readonly activeMask: number;
  /** Undefined if a finding of this kind is known at the site. */
  readonly addresses: readonly number[] | undefined;
}

/**
 * The racecheck of compute-sanitizer, for shared and for global memory. Like it, it is silent when two threads store the same value.
 * For that it compares memory before and after a store: the request that follows a store settles it.
 */
export class RaceCheck {
  /** Lanes of the last store whose bytes a higher lane of the same store overwrote: see `lostValues`. */
  overwrittenLanes = 0;
  readonly clock = new RaceClock();
  readonly #memory: Memory;
  readonly #place: LaunchPlace;
  readonly #findings: Findings;
  readonly #shared: SharedRaces;
  readonly #global: GlobalRaces;
  readonly #overwrites: Overwrite[] = [];
  /** For each lane of `overwrittenLanes`, the lane that overwrote it. */
  readonly #overwrittenBy = new Uint8Array(WARP_SIZE);

  // The request that is being checked: `addresses`, or else evenly spaced lanes.
  #site!: AccessSite;
  #activeMask = 0;
  #addresses: ArrayLike<number> | undefined;
  #first = 0;
  #strideBytes = 0;
  // Of the last race that was found in it: an access of several units may race in each, and is still one finding.
  #racingLane = -1;
  #racingHazard: Hazard | undefined;

  constructor(memory: Memory, sites: readonly AccessSite[], place: LaunchPlace, findings: Findings) {
    this.#memory = memory;
    this.#place = place;
    this.#findings = findings;
    const unitBytes = Math.min(8, ...sites.map(({ bytesPerLane }) => bytesPerLane));
    const report = this.#report.bind(this);
    this.#shared = new SharedRaces(this.clock, report, memory.sharedBase, memory.sharedBytes, unitBytes);
    this.#global = new GlobalRaces(this.clock, report, memory.top, unitBytes);
  }

  startWarp(warp: number): void {
    if (this.clock.isUsedUp) {
      this.#shared.forget();
      this.#global.forget();
      this.clock.restart();
    }
    this.clock.startWarp(warp);
  }

  /** Before a new request or the end of the launch: whatever was stored is in memory now. */
  settle(): void {
    this.overwrittenLanes = 0;
    if (this.#overwrites.length === 0) return;
    for (const overwrite of this.#overwrites) {
      const { site, address, bytesBefore, epoch, otherEpoch } = overwrite;
      if (bytesBefore.every((byte, offset) => byte === this.#memory.u8[address + offset])) continue;
      this.#add(site, "WAW", address, epoch, otherEpoch, overwrite.activeMask, overwrite.addresses, false);
    }
    this.#overwrites.length = 0;
  }

  /** Of the `overwrittenLanes` of the last store, those that stored another value than memory holds now: each lost a race. */
  lostValues(lanes: number): void {
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(lanes & this.overwrittenLanes, lane)) continue;
      const epoch = this.clock.epoch + 4 * lane;
      const otherEpoch = this.clock.epoch + 4 * this.#overwrittenBy[lane]!;
      this.#add(this.#site, "WAW", this.#addressOf(lane), epoch, otherEpoch, this.#activeMask, this.#addressList(), true);
    }
    this.overwrittenLanes = 0;
  }

  /** Checks and records one request; its lanes are in bounds. */
  access(site: AccessSite, space: "global" | "shared", activeMask: number, addresses: ArrayLike<number>): void {
    this.#site = site;
    this.#activeMask = activeMask;
    this.#racingLane = -1;
    this.#addresses = addresses;
    this.clock.recorded = true;
    if (space === "shared") this.#shared.access(site.op, site.bytesPerLane, activeMask, addresses);
    else this.#global.access(site.op, site.bytesPerLane, activeMask, addresses);
  }

  /** The same for a load whose lanes are grouped by their addresses. @param groups of each group, the first lane and the last */
  loads(
    site: AccessSite,
    space: "global" | "shared",
    activeMask: number,
    addresses: ArrayLike<number>,
    groups: Uint8Array,
    from: number,
    to: number,
  ): void {
    this.#site = site;
    this.#activeMask = activeMask;
    this.#racingLane = -1;
    this.#addresses = addresses;
    this.clock.recorded = true;
    if (space === "shared") this.#shared.loads(site.bytesPerLane, addresses, groups, from, to);
    else this.#global.loads(site.bytesPerLane, addresses, groups, from, to);
  }

  /** The same for lanes that are evenly spaced. */
  run(site: AccessSite, space: "global" | "shared", activeMask: number, first: number, strideBytes: number): void {
    this.#site = site;
    this.#activeMask = activeMask;
    this.#racingLane = -1;
    this.#addresses = undefined;
    this.#first = first;
    this.#strideBytes = strideBytes;
    this.clock.recorded = true;
    if (space === "shared") this.#shared.run(site.op, site.bytesPerLane, activeMask, first, strideBytes);
    else this.#global.run(site.op, site.bytesPerLane, activeMask, first, strideBytes);
  }

  #report(hazard: Hazard, lane: number, otherEpoch: number): void {
    if (lane === this.#racingLane && hazard === this.#racingHazard) return;
    this.#racingLane = lane;
    this.#racingHazard = hazard;
    const site = this.#site;
    const address = this.#addressOf(lane);
    const epoch = this.clock.epoch + 4 * lane;
    if (hazard !== "WAW" || site.op !== "store") {
      this.#add(site, hazard, address, epoch, otherEpoch, this.#activeMask, this.#addressList(), false);
      return;
    }
    const otherLane = (otherEpoch >>> 2) & (WARP_SIZE - 1);
    const isThisStore = otherEpoch >= this.clock.epoch && otherLane < lane && isActive(this.#activeMask, otherLane);
    if (isThisStore && this.#addressOf(otherLane) === address) {
      this.overwrittenLanes |= 1 << otherLane;
      this.#overwrittenBy[otherLane] = lane;
      return;
    }
    const known = this.#findings.has("race", site.span);
    this.#overwrites.push({
      site,
      address,
      bytesBefore: this.#memory.u8.slice(address, address + site.bytesPerLane),
      epoch,
      otherEpoch,
      activeMask: this.#activeMask,
      addresses: known ? undefined : this.#addressList(),
    });
  }

  #add(
    site: AccessSite,
    hazard: Hazard,
    address: number,
    epoch: number,
    otherEpoch: number,
    activeMask: number,
    addresses: readonly number[] | undefined,
    sameStore: boolean,
  ): void {
    this.#findings.add("race", site.span, () => {
      const isOtherKnown =
        this.clock.threadOf(epoch) !== this.clock.threadOf(otherEpoch) || this.clock.blockOf(epoch) !== this.clock.blockOf(otherEpoch);
      const other = isOtherKnown ? this.#thread(otherEpoch) : undefined;
      const parties = { ...this.#thread(epoch), other, ofOtherBlocks: isOfSeveralBlocks(otherEpoch), sameStore };
      return {
        site: site.number,
        thread: parties.thread,
        block: parties.block,
        address,
        space: this.#memory.find(address)?.space,
        other,
        request: addresses && { activeMask, addresses, lane: (epoch >>> 2) & (WARP_SIZE - 1) },
        message: raceSentence(site, hazard, parties, address, this.#memory),
      };
    });
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

  #addressList(): number[] {
    return Array.from({ length: WARP_SIZE }, (_, lane) => this.#addressOf(lane));
  }
}
