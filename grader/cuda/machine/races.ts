import { WARP_SIZE } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { SiteOp } from "../ir/access-site.ts";
import type { Hazard } from "./findings.ts";
import type { LaneGroups } from "./lane-groups.ts";
import type { RaceClock } from "./race-clock.ts";
import { isAtomic } from "./request-costs.ts";

/*
 * Two threads race when both touch a byte, at least one of them storing, at most one of them by an atomic, with no barrier between
 * them. In global memory a plain load races with plain stores only: a load beside atomics on the same word is how loops around
 * atomicCAS begin, and how threads look whether an atomic is worth its price; compute-sanitizer leaves it alone, too. Memory is cut into *units*, as wide as the narrowest access of the kernel: every access covers whole units, so two threads
 * that store neighbouring bytes don't race. For each unit it is enough to remember the epochs of its last store and of its last load
 * (see race-clock.ts), and in the spare bits of an epoch whether others did the same, unordered with it.
 */

/** Called with a race: the hazard, the lane of the current warp, and the epoch of the access that races with it. */
type ReportRace = (hazard: Hazard, lane: number, otherEpoch: number) => void;

/** Spare bits of a load: by one thread; several lanes of a warp in one segment; several warps of a block; several blocks. */
const BY_LANES = 1;
const BY_WARPS = 2;
const BY_BLOCKS = 3;
/** Spare bits of a store: plain; an atomic; atomics of several threads of a block; of several blocks. */
const PLAIN = 0;
const ATOMIC = 1;
const ATOMICS_OF_BLOCK = 2;
const ATOMICS_OF_BLOCKS = 3;
const SPARE = 3;
/** Whether an epoch that a race is reported with stands for threads of several blocks. */
export function isOfSeveralBlocks(epoch: number): boolean {
  return (epoch & SPARE) === BY_BLOCKS;
}

/** Epochs that differ by less are in one segment. */
const SEGMENT = 128;

/** An access that a bulk copy races with as it begins: one that nothing orders before it, or a store that no proxy fence follows. */
export interface BesideCopy {
  readonly hazard: Hazard;
  readonly epoch: number;
  readonly address: number;
  readonly lacksFence?: true;
}

/** A bulk copy that begins now, and what it does with global memory. */
export interface BeginningCopy {
  readonly op: "load" | "store" | "reduction";
  readonly lane: number;
  /** Whether it would write what is there already. */
  readonly isSame: (from: number, to: number) => boolean;
  /** Whether a proxy fence stands behind a store that is ordered before it. */
  readonly isFenced: (epoch: number) => boolean;
}

/** The rules for one unit, whose last store is at `entries[at]` and whose last load at `entries[at + 1]`. */
class UnitRules {
  readonly #clock: RaceClock;
  readonly #report: ReportRace;
  /** Whether other blocks can touch the memory, too. If not, earlier blocks' epochs count as none. */
  readonly #isGlobal: boolean;
  /** Plain stores to global memory whose entries atomics took over, by their index. */
  readonly #displaced = new Map<Int32Array, Map<number, number>>();

  constructor(clock: RaceClock, report: ReportRace, isGlobal: boolean) {
    this.#clock = clock;
    this.#report = report;
    this.#isGlobal = isGlobal;
  }

  forget(): void {
    this.#displaced.clear();
  }

  touch(op: SiteOp, entries: Int32Array, at: number, lane: number): void {
    if (op === "load") this.load(entries, at, lane);
    else if (op === "store") this.store(entries, at, lane);
    else this.atomic(entries, at, lane);
  }

  load(entries: Int32Array, at: number, lane: number): void {
    const mine = this.#clock.epoch + 4 * lane;
    const stored = this.#isGlobal ? this.#plainStore(entries, at) : entries[at]!;
    if (stored !== 0 && stored !== mine && this.#storeRaces(stored, lane)) this.#report("RAW", lane, stored);
    const loaded = entries[at + 1]!;
    if (loaded !== mine) entries[at + 1] = this.#afterLoad(loaded, mine, lane);
  }

  store(entries: Int32Array, at: number, lane: number): void {
    const mine = this.#clock.epoch + 4 * lane;
    const stored = entries[at]!;
    const loaded = entries[at + 1]!;
    if (stored !== 0 && stored !== mine && this.#storeRaces(stored, lane)) this.#report("WAW", lane, stored);
    else if (loaded !== 0 && loaded !== mine && this.#loadRaces(loaded, lane)) this.#report("WAR", lane, loaded);
    entries[at] = mine;
    if (this.#displaced.size > 0) this.#displaced.get(entries)?.delete(at);
  }

  /** The access of one unit that a copy races with as it begins. */
  copy(entries: Int32Array, at: number, { op, lane, isFenced }: BeginningCopy): Omit<BesideCopy, "address"> | undefined {
    const stored = op === "reduction" ? this.#plainStore(entries, at) : entries[at]!;
    const loaded = entries[at + 1]!;
    if (stored !== 0 && this.#storeRaces(stored, lane)) return { hazard: op === "load" ? "RAW" : "WAW", epoch: stored };
    if (op !== "load" && loaded !== 0 && this.#loadRaces(loaded, lane)) return { hazard: "WAR", epoch: loaded };
    if (stored !== 0 && !isFenced(stored)) return { hazard: op === "load" ? "RAW" : "WAW", epoch: stored, lacksFence: true };
    return undefined;
  }

  /** The last plain store of a unit: an atomic may have taken its place. */
  #plainStore(entries: Int32Array, at: number): number {
    const stored = entries[at]!;
    if ((stored & SPARE) === PLAIN) return stored;
    return this.#displaced.get(entries)?.get(at) ?? 0;
  }

  atomic(entries: Int32Array, at: number, lane: number): void {
    if (this.#isGlobal) return this.#globalAtomic(entries, at, lane);
    const mine = this.#clock.epoch + 4 * lane;
    const stored = entries[at]!;
    const loaded = entries[at + 1]!;
    if (stored !== 0 && (stored & SPARE) === PLAIN && stored !== mine && this.#storeRaces(stored, lane)) this.#report("WAW", lane, stored);
    else if (loaded !== 0 && loaded !== mine && this.#loadRaces(loaded, lane)) this.#report("WAR", lane, loaded);
    // A plain store of the same thread in the same segment is as unordered with the others as its atomic, and races with more.
    if (stored === mine) return;
    if ((stored & SPARE) === PLAIN && stored >= this.#clock.phaseStart) entries[at + 1] = this.#withStore(loaded, stored);
    entries[at] = this.#afterAtomic(stored, mine, lane);
  }

  #globalAtomic(entries: Int32Array, at: number, lane: number): void {
    const mine = this.#clock.epoch + 4 * lane;
    const stored = entries[at]!;
    const plain = this.#plainStore(entries, at);
    if (plain !== 0 && plain !== mine && this.#storeRaces(plain, lane)) this.#report("WAW", lane, plain);
    // As in shared memory.
    if (stored === mine) return;
    if (stored !== 0 && plain === stored) {
      const displaced = this.#displaced.get(entries) ?? new Map<number, number>();
      this.#displaced.set(entries, displaced.set(at, plain));
    }
    entries[at] = this.#afterAtomic(stored, mine, lane);
  }

  #storeRaces(stored: number, lane: number): boolean {
    const by = stored & SPARE;
    return this.#isUnordered(stored, lane, by >= ATOMICS_OF_BLOCK, false, by === ATOMICS_OF_BLOCKS);
  }

  #loadRaces(loaded: number, lane: number): boolean {
    const by = loaded & SPARE;
    return this.#isUnordered(loaded, lane, by >= BY_LANES, by === BY_WARPS, by === BY_BLOCKS);
  }

  #isUnordered(epoch: number, lane: number, severalLanes: boolean, severalWarps: boolean, severalBlocks: boolean): boolean {
    const clock = this.#clock;
    if (epoch < clock.blockStart) return this.#isGlobal && !clock.isPublished(epoch);
    if (severalBlocks) return !clock.isPublished(epoch);
    if (epoch < clock.phaseStart) return false;
    return severalWarps || clock.isUnordered(epoch, severalLanes, lane);
  }

  #afterLoad(loaded: number, mine: number, lane: number): number {
    const { blockStart, phaseStart } = this.#clock;
    if (loaded === 0) return mine;
    if (loaded < blockStart) return this.#isGlobal ? mine | BY_BLOCKS : mine;
    const by = loaded & SPARE;
    if (by === BY_BLOCKS) return loaded;
    if (loaded < phaseStart) return mine;
    if (by === BY_WARPS) return loaded;
    // One of the threads is remembered: the highest lane and the first warp are the least likely to store next.
    if ((loaded ^ mine) < SEGMENT) return Math.max(loaded, mine) | BY_LANES;
    if (!this.#clock.isUnordered(loaded, by === BY_LANES, lane)) return mine;
    return this.#clock.isOfOtherWarp(loaded) ? (loaded & ~SPARE) | BY_WARPS : mine | BY_LANES;
  }

  /**
   * An atomic replaces an earlier plain store that a barrier of the warp ordered before it. Atomics of other warps still race with that
   * store: for them it is as good as a load.
   */
  #withStore(loaded: number, stored: number): number {
    const { blockStart, phaseStart } = this.#clock;
    const by = loaded & SPARE;
    const isByOtherBlocks = by === BY_BLOCKS || (this.#isGlobal && loaded !== 0 && loaded < blockStart);
    if (isByOtherBlocks) return loaded;
    if (loaded < phaseStart) return stored;
    if (by === BY_WARPS) return loaded;
    return (loaded ^ stored) < SEGMENT && loaded !== stored ? loaded | BY_LANES : Math.max(loaded, stored);
  }

  #afterAtomic(stored: number, mine: number, lane: number): number {
    const { blockStart, phaseStart } = this.#clock;
    const by = stored & SPARE;
    if (by === PLAIN) return mine | ATOMIC;
    if (stored < blockStart) return mine | (this.#isGlobal ? ATOMICS_OF_BLOCKS : ATOMIC);
    if (by === ATOMICS_OF_BLOCKS) return mine | ATOMICS_OF_BLOCKS;
    if (stored < phaseStart) return mine | ATOMIC;
    const others = this.#clock.isUnordered(stored, by === ATOMICS_OF_BLOCK, lane);
    return mine | (others ? ATOMICS_OF_BLOCK : ATOMIC);
  }
}

/** Finds races in shared memory: between the threads of one block. */
export class SharedRaces {
  readonly #clock: RaceClock;
  readonly #rules: UnitRules;
  readonly #base: number;
  readonly #unitShift: number;
  /** Epochs of the last store and the last load of each unit, side by side. */
  readonly #entries: Int32Array;

  /** @param unitBytes a power of two */
  constructor(clock: RaceClock, report: ReportRace, base: number, bytes: number, unitBytes: number) {
    this.#clock = clock;
    this.#rules = new UnitRules(clock, report, false);
    this.#base = base;
    this.#unitShift = Math.log2(unitBytes);
    this.#entries = new Int32Array(2 * Math.ceil(bytes / unitBytes));
  }

  forget(): void {
    this.#entries.fill(0);
  }

  /** Checks and records a request whose lanes are in bounds. */
  access(op: SiteOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const base = this.#base;
    const shift = this.#unitShift;
    const units = bytesPerLane >>> shift;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const firstUnit = (addresses[lane]! - base) >>> shift;
      for (let unit = firstUnit; unit < firstUnit + units; unit++) this.#touch(op, 2 * unit, lane);
    }
  }

  /** Records stores that no longer race with what was before: copies that have landed. */
  record(bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const units = bytesPerLane >>> this.#unitShift;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const first = (addresses[lane]! - this.#base) >>> this.#unitShift;
      for (let unit = first; unit < first + units; unit++) this.#entries[2 * unit] = this.#clock.epoch + 4 * lane;
    }
  }

  /** The same for a load whose lanes are grouped by their addresses. A store races with the first lane of a group or with the last. */
  loads(bytesPerLane: number, addresses: ArrayLike<number>, { count, lanes }: LaneGroups): void {
    const base = this.#base;
    const shift = this.#unitShift;
    const entryCount = 2 * (bytesPerLane >>> shift);
    const entries = this.#entries;
    const { phaseStart } = this.#clock;
    for (let group = 0; group < count; group++) {
      const lane = lanes[2 * group]!;
      const firstAt = 2 * ((addresses[lane]! - base) >>> shift);
      // Most words of a tile were loaded by other warps, too: nothing changes.
      const loaded = entries[firstAt + 1]!;
      if (entryCount === 2 && loaded >= phaseStart && (loaded & BY_WARPS) !== 0 && entries[firstAt]! < phaseStart) continue;
      for (let at = firstAt; at < firstAt + entryCount; at += 2) this.#loadByGroup(at, lane, lanes[2 * group + 1]!);
    }
  }

  /** The same for evenly spaced lanes. */
  run(op: SiteOp, bytesPerLane: number, activeMask: number, first: number, strideBytes: number): void {
    const shift = this.#unitShift;
    const units = bytesPerLane >>> shift;
    const step = 2 * (strideBytes >> shift);
    let firstAt = 2 * ((first - this.#base) >> shift);
    if (units === 1 && activeMask === -1 && op === "load")
      return step === 0 ? this.#loadByGroup(firstAt, 0, WARP_SIZE - 1) : this.#loadRun(firstAt, step);
    if (units === 1 && activeMask === -1 && op === "store") return this.#storeRun(firstAt, step);
    for (let lane = 0; lane < WARP_SIZE; lane++, firstAt += step) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      for (let at = firstAt; at < firstAt + 2 * units; at += 2) this.#touch(op, at, lane);
    }
  }

  #touch(op: SiteOp, at: number, lane: number): void {
    const entries = this.#entries;
    const { phaseStart, epoch } = this.#clock;
    if (op !== "atomic" && op !== "reduction" && entries[at]! < phaseStart && entries[at + 1]! < phaseStart) {
      entries[op === "load" ? at + 1 : at] = epoch + 4 * lane;
    } else this.#rules.touch(op, entries, at, lane);
  }

  /** `UnitRules.load` for 32 lanes. The cases that need no rule are written out, because most loads are such. */
  #loadRun(firstAt: number, step: number): void {
    const entries = this.#entries;
    const { phaseStart, epoch } = this.#clock;
    for (let lane = 0, at = firstAt, mine = epoch; lane < WARP_SIZE; lane++, at += step, mine += 4) {
      const stored = entries[at]!;
      const loaded = entries[at + 1]!;
      if (stored >= phaseStart && stored !== mine) this.#rules.load(entries, at, lane);
      else if (loaded < phaseStart) entries[at + 1] = mine;
      else if ((loaded & BY_WARPS) !== 0 || loaded === mine) continue;
      else if ((loaded ^ mine) < SEGMENT) entries[at + 1] = (loaded > mine ? loaded : mine) | BY_LANES;
      else this.#rules.load(entries, at, lane);
    }
  }

  #loadByGroup(at: number, firstLane: number, lastLane: number): void {
    const entries = this.#entries;
    const { phaseStart, epoch } = this.#clock;
    const mine = epoch + 4 * lastLane + (firstLane === lastLane ? 0 : BY_LANES);
    const stored = entries[at]!;
    const loaded = entries[at + 1]!;
    if (stored < phaseStart) {
      if (loaded < phaseStart) return void (entries[at + 1] = mine);
      if ((loaded & BY_WARPS) !== 0 || loaded === mine) return;
      if (this.#clock.isOfOtherWarp(loaded)) return void (entries[at + 1] = (loaded & ~SPARE) | BY_WARPS);
    }
    this.#rules.load(entries, at, firstLane);
    if (firstLane !== lastLane) this.#rules.load(entries, at, lastLane);
  }

  #storeRun(firstAt: number, step: number): void {
    const entries = this.#entries;
    const { phaseStart, epoch } = this.#clock;
    for (let lane = 0, at = firstAt, mine = epoch; lane < WARP_SIZE; lane++, at += step, mine += 4) {
      const stored = entries[at]!;
      const loaded = entries[at + 1]!;
      if ((stored < phaseStart || stored === mine) && (loaded < phaseStart || loaded === mine)) entries[at] = mine;
      else this.#rules.store(entries, at, lane);
    }
  }
}

/** Units of a granule: as many as lanes, so that a warp that takes one unit per lane, in order, fills a granule. */
const GRANULE_UNITS = 32;
/** Granules whose units are recorded one by one are added in chunks of this many. */
const CHUNK_GRANULES = 4096;
const CHUNK_SHIFT = 12;
/** Epochs of one granule's units. */
const GRANULE_ENTRIES = 2 * GRANULE_UNITS;

/**
 * Finds races in global memory, between any two threads of the grid. Blocks are unordered, and barriers order the threads of one block
 * only.
 *
 * Memory is divided into granules of 32 units. As long as only whole warps in lane order have accessed a granule, one epoch stands for its
 * 32 units: its lane bits then say which unit belongs to which lane (see `orderCode`). The first other access has the granule's units
 * recorded one by one.
 */
export class GlobalRaces {
  readonly #clock: RaceClock;
  readonly #rules: UnitRules;
  readonly #unitShift: number;
  readonly #granuleShift: number;
  /** Epochs of the last store and the last load of each granule, side by side. */
  readonly #granules: Int32Array;
  /** For each granule whose units are recorded one by one: its position among all such granules, from 1; 0 for the others. */
  readonly #positionOf: Int32Array;
  readonly #chunks: Int32Array[] = [];
  #places = 0;

  /** @param bytes one more than the highest address; unitBytes a power of two */
  constructor(clock: RaceClock, report: ReportRace, bytes: number, unitBytes: number) {
    this.#clock = clock;
    this.#rules = new UnitRules(clock, report, true);
    this.#unitShift = Math.log2(unitBytes);
    this.#granuleShift = this.#unitShift + 5;
    const granules = Math.ceil(bytes / (unitBytes * GRANULE_UNITS)) + 1;
    this.#granules = new Int32Array(2 * granules);
    this.#positionOf = new Int32Array(granules);
  }

  forget(): void {
    this.#granules.fill(0);
    this.#positionOf.fill(0);
    this.#chunks.length = 0;
    this.#places = 0;
    this.#rules.forget();
  }

  /** Checks and records a request whose lanes are in bounds. */
  access(op: SiteOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    if (isAtomic(op)) this.#clock.acquire();
    // A store races with at most one of two lanes that load the same bytes, so a third need not be checked.
    let previous = -1;
    let repeated = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const address = addresses[lane]!;
      repeated = address === previous ? repeated + 1 : 0;
      previous = address;
      if (op !== "load") this.#touch(op, bytesPerLane, address, lane);
      else if (repeated < 2) this.#loadByGroup(bytesPerLane, address, lane, lane);
    }
  }

  /** The first access that a bulk copy of some bytes races with as it begins. The copy itself isn't recorded: see `BulkRaces`. */
  copy(from: number, to: number, copy: BeginningCopy): BesideCopy | undefined {
    const unitBytes = 1 << this.#unitShift;
    let address = from & -unitBytes;
    while (address < to) {
      const granule = address >>> this.#granuleShift;
      const isUntouched = this.#positionOf[granule] === 0 && this.#granules[2 * granule] === 0 && this.#granules[2 * granule + 1] === 0;
      if (isUntouched) {
        address = (granule + 1) << this.#granuleShift;
        continue;
      }
      const place = this.#placeOfUnits(granule);
      const found = this.#rules.copy(this.#chunks[place >>> CHUNK_SHIFT]!, this.#firstAt(place, address), copy);
      if (
        found &&
        !(copy.op === "store" && found.hazard === "WAW" && copy.isSame(Math.max(address, from), Math.min(address + unitBytes, to)))
      )
        return { ...found, address: Math.max(address, from) };
      address += unitBytes;
    }
    return undefined;
  }

  /** The same for a load whose lanes are grouped by their addresses. A store races with the first lane of a group or with the last. */
  loads(bytesPerLane: number, addresses: ArrayLike<number>, { count, lanes }: LaneGroups): void {
    for (let group = 0; group < count; group++) {
      const lane = lanes[2 * group]!;
      this.#loadByGroup(bytesPerLane, addresses[lane]!, lane, lanes[2 * group + 1]!);
    }
  }

  #loadByGroup(bytesPerLane: number, address: number, firstLane: number, lastLane: number): void {
    const place = this.#placeOfUnits(address >>> this.#granuleShift);
    const entries = this.#chunks[place >>> CHUNK_SHIFT]!;
    const { blockStart, phaseStart, epoch } = this.#clock;
    const mine = epoch + 4 * lastLane + (firstLane === lastLane ? 0 : BY_LANES);
    const firstAt = this.#firstAt(place, address);
    const lastAt = firstAt + 2 * (bytesPerLane >>> this.#unitShift);
    for (let at = firstAt; at < lastAt; at += 2) {
      const loaded = entries[at + 1]!;
      if (entries[at] === 0) {
        // As `UnitRules.load`, where nothing was stored.
        const by = loaded & SPARE;
        if (loaded === mine || (by === BY_BLOCKS && loaded >= blockStart) || (by === BY_WARPS && loaded >= phaseStart)) continue;
        if (loaded < phaseStart) {
          entries[at + 1] = loaded === 0 || loaded >= blockStart ? mine : mine | BY_BLOCKS;
          continue;
        }
      }
      this.#rules.load(entries, at, firstLane);
      if (firstLane !== lastLane) this.#rules.load(entries, at, lastLane);
    }
  }

  /** The same for evenly spaced lanes. */
  run(op: SiteOp, bytesPerLane: number, activeMask: number, first: number, strideBytes: number): void {
    const granuleBytes = 1 << this.#granuleShift;
    const granules = bytesPerLane >>> this.#unitShift;
    const isInOrder = activeMask === -1 && strideBytes === bytesPerLane && (first & (granuleBytes - 1)) === 0;
    if (isInOrder && granules <= MOST_GRANULES && !isAtomic(op)) {
      const firstGranule = first >>> this.#granuleShift;
      for (let part = 0; part < granules; part++) {
        const granule = firstGranule + part;
        if (this.#touchGranule(op, granule, this.#clock.epoch + 4 * orderCode(granules, part))) continue;
        const lanes = WARP_SIZE / granules;
        for (let lane = part * lanes; lane < (part + 1) * lanes; lane++) this.#touch(op, bytesPerLane, first + lane * strideBytes, lane);
      }
      return;
    }
    if (strideBytes === 0 && op === "load")
      return this.#loadByGroup(bytesPerLane, first, firstLaneOf(activeMask), 31 - Math.clz32(activeMask));
    if (isAtomic(op)) this.#clock.acquire();
    for (let lane = 0, address = first; lane < WARP_SIZE; lane++, address += strideBytes) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      if (op === "load") this.#loadByGroup(bytesPerLane, address, lane, lane);
      else this.#touch(op, bytesPerLane, address, lane);
    }
  }

  /**
   * Checks and records a load or store of a whole granule, if one epoch still stands for it and no race is suspected. Otherwise returns
   * false and changes nothing.
   */
  #touchGranule(op: SiteOp, granule: number, mine: number): boolean {
    if (this.#positionOf[granule] !== 0) return false;
    const granules = this.#granules;
    const stored = granules[2 * granule]!;
    const loaded = granules[2 * granule + 1]!;
    const { blockStart, phaseStart } = this.#clock;
    const isStoreOrdered = stored === 0 || stored === mine || (stored >= blockStart && stored < phaseStart);
    if (!isStoreOrdered) return false;
    const by = loaded & SPARE;
    if (op === "store") {
      const isLoadOrdered = loaded === 0 || loaded === mine || (loaded >= blockStart && loaded < phaseStart && by !== BY_BLOCKS);
      if (!isLoadOrdered) return false;
      granules[2 * granule] = mine;
      return true;
    }
    if (loaded === 0) granules[2 * granule + 1] = mine;
    else if (loaded < blockStart || by === BY_BLOCKS) granules[2 * granule + 1] = mine | BY_BLOCKS;
    else if (loaded < phaseStart) granules[2 * granule + 1] = mine;
    else if (loaded === mine || by === BY_WARPS) return true;
    else if (this.#clock.isOfOtherWarp(loaded)) granules[2 * granule + 1] = loaded | BY_WARPS;
    else return false;
    return true;
  }

  #touch(op: SiteOp, bytesPerLane: number, address: number, lane: number): void {
    const place = this.#placeOfUnits(address >>> this.#granuleShift);
    const entries = this.#chunks[place >>> CHUNK_SHIFT]!;
    const firstAt = this.#firstAt(place, address);
    const lastAt = firstAt + 2 * (bytesPerLane >>> this.#unitShift);
    for (let at = firstAt; at < lastAt; at += 2) {
      if (entries[at] === 0 && entries[at + 1] === 0 && !isAtomic(op)) {
        entries[op === "load" ? at + 1 : at] = this.#clock.epoch + 4 * lane;
      } else this.#rules.touch(op, entries, at, lane);
    }
  }

  /** Where the epochs of the first unit of an access are in its chunk. */
  #firstAt(place: number, address: number): number {
    return (place & (CHUNK_GRANULES - 1)) * GRANULE_ENTRIES + 2 * ((address >>> this.#unitShift) & (GRANULE_UNITS - 1));
  }

  #placeOfUnits(granule: number): number {
    return this.#positionOf[granule]! || this.#recordUnits(granule);
  }

  /** Gives a granule's units epochs of their own, and returns its position. */
  #recordUnits(granule: number): number {
    const place = ++this.#places;
    this.#positionOf[granule] = place;
    const chunk = (this.#chunks[place >>> CHUNK_SHIFT] ??= new Int32Array(CHUNK_GRANULES * GRANULE_ENTRIES));
    const firstAt = (place & (CHUNK_GRANULES - 1)) * GRANULE_ENTRIES;
    for (let kind = 0; kind < 2; kind++) {
      const epoch = this.#granules[2 * granule + kind]!;
      if (epoch === 0) continue;
      const code = (epoch >>> 2) & (WARP_SIZE - 1);
      for (let unit = 0; unit < GRANULE_UNITS; unit++) chunk[firstAt + 2 * unit + kind] = epoch + 4 * (laneInOrder(code, unit) - code);
    }
    return place;
  }
}

/** The code of granules that a warp takes at once must fit into the bits of a lane. */
const MOST_GRANULES = 16;

/**
 * Lanes that take `granules` units each, in order, fill as many granules. The code, 0 to 30, says how many and which of them this is, and
 * so which unit belongs to which lane.
 */
function orderCode(granules: number, part: number): number {
  return granules - 1 + part;
}

function laneInOrder(code: number, unit: number): number {
  const granulesLog2 = 31 - Math.clz32(code + 1);
  const granules = 1 << granulesLog2;
  const part = code + 1 - granules;
  return part * (GRANULE_UNITS / granules) + (unit >>> granulesLog2);
}
