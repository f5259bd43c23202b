import { SECTOR_BYTES, WARP_SIZE, positionIn, volume, type Device, type Launch } from "#simulator";
import { GlobalCounter } from "#simulator/global-cost.ts";
import { SharedCounter } from "#simulator/shared-cost.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { Analyses } from "../analysis/analyses.ts";
import type { Allocation, Memory, Space } from "../machine/memory.ts";
import { sharedRoom } from "./shared-trials.ts";
import { BlockSample, type SampledLaunch, type SampledRequest } from "./block-sample.ts";
import {
  asVectors,
  byField,
  eachAddress,
  flatOrder,
  inOneRow,
  lanesIn,
  movedRows,
  swappedAxes,
  wholeSectors,
  type GlobalChange,
} from "./global-layout.ts";
import { collectedStores, fragmentStaging } from "./fragment-staging.ts";
import { COSTLY_SHARE } from "./pattern-sample.ts";
import type { Trial, TriedArray, TriedSite } from "./trial.ts";

/** A change is offered if it saves at least this share of the excess sectors. */
const WORTHWHILE_SHARE = 1 / 4;
/** Another start is offered from this share on: less is saved at some accesses at the cost of others. */
const WORTHWHILE_START = 3 / 5;
/** A change is preferred to a simpler one if it saves this share of the excess more; to vectors, with which each thread keeps its elements, this one. */
const PREFERRED_BY = 1 / 20;
const PREFERRED_TO_VECTORS_BY = 1 / 8;
/** Runs of elements, fields of records: of this share of a thread's steps, say. */
const MOST = 3 / 4;
/** Runs of which threads take this share follow each other without gaps: some threads may be idle. */
const GAPLESS_SHARE = 9 / 10;
/** From this length on, records are rows of a matrix. */
const ROW_BYTES = 128;
/** The widths of vectors, the widest first. */
const VECTOR_BYTES = [16, 8, 4, 2];
/** Requests of a site on which starts and lengths of rows are tried, and how many lengths. */
const MOST_STARTED = 96;
const MOST_ROW_LENGTHS = 2;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
/** Sectors that take as long as a wavefront of shared memory. */
const SECTORS_PER_WAVEFRONT = 4;

/** The cost of a change. */
interface Candidate {
  readonly change: GlobalChange;
  readonly sites: readonly TriedSite[];
  /** The share of the array's excess sectors that it saves. */
  readonly saved: number;
}

/** The requests to an array that cost more than they must. */
interface Costly {
  /** Loads and stores. */
  readonly groups: readonly CostlyGroup[];
  readonly all: readonly SampledRequest[];
  /** Sectors beyond the fewest that could carry them. */
  readonly excess: number;
  /** Bytes from lane to lane: see `strideOf`. */
  readonly stride: number | undefined;
}

interface CostlyGroup {
  readonly op: "load" | "store";
  readonly requests: readonly SampledRequest[];
  readonly sectors: number;
}

/** Tries what a launch's requests to global memory would cost if threads took other elements, or if elements lay elsewhere. */
export class GlobalTrials {
  readonly #sample: BlockSample;
  readonly #analyses: Analyses;
  readonly #launch: Launch;
  readonly #memory: Memory;
  /** Bytes of shared memory that a block has left. */
  readonly #roomBytes: number;
  readonly #global: GlobalCounter;
  readonly #shared = new SharedCounter();
  readonly #trials = new Map<Allocation, Trial>();
  #requests: readonly SampledRequest[] | undefined;

  constructor(analyses: Analyses, launch: Omit<SampledLaunch, "sites">, device: Device) {
    this.#sample = new BlockSample({ ...launch, sites: analyses.program.sites });
    this.#analyses = analyses;
    this.#launch = launch.place.launch;
    this.#memory = launch.memory;
    this.#roomBytes = sharedRoom(launch.memory, device);
    this.#global = new GlobalCounter(device);
  }

  /** Records a request, or passes over it. */
  add(site: number, activeMask: number, addresses: ArrayLike<number>, space: Space): void {
    this.#sample.add(site, activeMask, addresses, space);
  }

  /** Whether the index of a site's accesses is computed from what each lane has loaded. */
  isIndexLoaded(site: number): boolean {
    return [...this.#analyses.addressSources.of(site)].some((source) => this.#sample.isScattered(source));
  }

  /**
   * The best change for the array that sites access; undefined if nothing was recorded. It is no change if it saves none of their sectors.
   *
   * @param bytes that the sites' lanes asked for in the whole launch
   */
  trial(sites: readonly number[], bytes: number): Trial | undefined {
    const [array] = mostFrequent(
      this.#recorded.filter(({ site, array: own }) => own && sites.includes(site.number)).map(({ array: own }) => own!),
    );
    if (!array) return undefined;
    let trial = this.#trials.get(array);
    if (!trial) this.#trials.set(array, (trial = this.#tried(array, bytes)));
    const isBetter = trial.sites.some(({ site, before, after }) => sites.includes(site) && after < before);
    return isBetter ? trial : ({ ...trial, change: undefined } as Trial);
  }

  /**
   * Scattered atomics on a copy of the array in each block's shared memory, which is added to the array in the end, element after element.
   *
   * @param counts of all requests of the sites
   */
  copyPerBlock(
    sites: readonly number[],
    { requests, sectors }: { readonly requests: number; readonly sectors: number },
  ): Trial | undefined {
    const recorded = this.#recorded.find(({ site, array }) => array && sites.includes(site.number));
    if (!recorded) return undefined;
    const { site, bytesPerLane } = recorded;
    const { bytes } = recorded.array!;
    const blocks = volume(this.#launch.gridDim);
    const requestsAfter = blocks * Math.ceil(bytes / bytesPerLane / WARP_SIZE);
    const after = blocks * Math.ceil(bytes / SECTOR_BYTES);
    const helps = bytes <= this.#roomBytes && after <= (1 - WORTHWHILE_SHARE) * sectors;
    const change = helps ? ({ kind: "copy-per-block" } as const) : undefined;
    return {
      space: "global",
      array: this.#named(recorded.array!),
      change,
      sites: [{ site: site.number, requests, before: sectors, requestsAfter, after }],
    };
  }

  /** Fragments that are loaded through a copy in shared memory of what the block's warps need. @param sites of `load_matrix_sync` */
  staged(sites: readonly number[]): Trial | undefined {
    const requests = this.#recorded.filter(({ site, array, space }) => array && space === "global" && sites.includes(site.number));
    const [array] = mostFrequent(requests.map((request) => request.array!));
    if (!array) return undefined;
    const own = requests.filter((request) => request.array === array);
    const { steps, asked, copied, bytes } = fragmentStaging(own);
    const hasRoom = bytes <= this.#roomBytes;
    const isWorthwhile = hasRoom && copied <= (1 - WORTHWHILE_SHARE) * asked;
    const tried = [...Map.groupBy(own, ({ site }) => site.number)].map(([site, each]): TriedSite => {
      const before = this.#sectors(each);
      const share = before / asked;
      const requestsAfter = (share * copied * SECTOR_BYTES) / (WARP_SIZE * VECTOR_BYTES[0]!);
      return { site, requests: each.length, before, requestsAfter, after: share * copied };
    });
    const change = { kind: "staged", bytes, asked: asked / steps, copied: copied / steps, hasRoom, isWorthwhile } as const;
    return { space: "global", array: this.#named(array), change, sites: tried };
  }

  #named(array: Allocation): TriedArray {
    return { name: this.#memory.nameInKernel(array), element: array.element };
  }

  get #recorded(): readonly SampledRequest[] {
    return (this.#requests ??= this.#sample.requests);
  }

  #tried(array: Allocation, bytes: number): Trial {
    const tried = { space: "global", array: this.#named(array) } as const;
    const requests = this.#recorded.filter((request) => request.array === array);
    const groups = this.#costlyGroups(requests);
    const all = groups.flatMap((group) => group.requests);
    const excess = groups.reduce((sum, { sectors }) => sum + sectors, 0) - this.#idealSectors(all);
    const isRandom = [...new Set(all.map(({ site }) => site.number))].every((site) => this.isIndexLoaded(site)) && !areRuns(all);
    const best =
      excess === 0 || isRandom
        ? undefined
        : bestOf(this.#candidates(array, requests, { groups, all, excess, stride: strideOf(all) }, bytes));
    return { ...tried, change: best?.change, sites: best?.sites ?? [] };
  }

  /** The changes that can be made, the simplest first. */
  *#candidates(array: Allocation, requests: readonly SampledRequest[], costly: Costly, bytes: number): Generator<Candidate | undefined> {
    for (const width of VECTOR_BYTES) yield this.#asVectors(costly, width);
    yield this.#swapped(costly);
    const records = this.#byField(array, requests, costly);
    yield this.#flat(requests, costly, records, bytes);
    yield* this.#started(array, requests, costly).filter(({ saved }) => saved >= WORTHWHILE_START);
    if (bytes >= MOST * spanOf(requests)) yield this.#alongRows(costly);
    yield records;
    yield this.#collected(costly);
  }

  #asVectors(costly: Costly, bytes: number): Candidate | undefined {
    const { bytesPerLane: element } = costly.all[0]!;
    if (element >= bytes || costly.all.some(({ bytesPerLane }) => bytesPerLane !== element)) return undefined;
    const groups = costly.groups.flatMap((group) => {
      const wide = asVectors(group.requests, bytes);
      return wide ? [{ group, wide }] : [];
    });
    return groups.length === 0 ? undefined : this.#grouped({ kind: "vectors", bytes, element }, groups, costly);
  }

  /** Threads of a block with two extents, whose lanes know nothing of each other. */
  #swapped({ excess }: Costly): Candidate | undefined {
    const { x, y, z } = this.#launch.blockDim;
    if (x < 2 || y < 2 || this.#analyses.hasWarpFunctions) return undefined;
    const swapped = swappedAxes(this.#recorded, this.#launch.blockDim);
    const sites = this.#compared(this.#recorded, swapped);
    const wavefronts = (requests: readonly SampledRequest[]): number =>
      requests.reduce((sum, request) => (request.space === "shared" ? sum + this.#costOf(request) : sum), 0);
    const more = SECTORS_PER_WAVEFRONT * (wavefronts(swapped) - wavefronts(this.#recorded));
    const saved = sites.reduce((sum, { before, after }) => sum + before - after, 0) - more;
    return { change: { kind: "swapped-axes", block: [y, x, z] }, sites, saved: Math.min(1, saved / excess) };
  }

  #flat(requests: readonly SampledRequest[], costly: Costly, records: Candidate | undefined, bytes: number): Candidate | undefined {
    const { groups, all, stride } = costly;
    if (all.filter(isSideBySide).length > all.length / 2 || !areOwn(requests)) return undefined;
    const isRun = areRuns(all);
    const unit = Math.min(...all.map(({ bytesPerLane }) => bytesPerLane));
    if (all.some(({ bytesPerLane }) => bytesPerLane % unit !== 0)) return undefined;
    const flattened = groups.map((group) => ({ group, wide: flatOrder(group.requests, unit) }));
    const isWorse = flattened.some(({ group, wide }) => this.#sectors(wide) / wide.length >= group.sectors / group.requests.length);
    if (isWorse) return undefined;
    const isRecord = !isRun && stride !== undefined && stride < ROW_BYTES;
    const perThread = bytes / volume(this.#launch.gridDim) / volume(this.#launch.blockDim);
    const isGapless =
      stride !== undefined && perThread >= GAPLESS_SHARE * stride && !all.some(({ site }) => this.isIndexLoaded(site.number));
    const flat: GlobalChange = {
      kind: "flat",
      of: isRun ? "run" : isRecord ? "record" : "tile",
      elements: (stride ?? 0) / unit,
      row: isRun && !isGapless ? perThread / unit : undefined,
      threads: volume(this.#launch.blockDim),
      isStaged: all.every(({ site }) => site.copy !== undefined || this.#analyses.stagedLoads.has(site.number)),
      isElementwise: isRun && this.#isElementwise(),
      orFields: false,
    };
    const candidate = this.#grouped(flat, flattened, costly);
    return { ...candidate, change: { ...flat, orFields: isRecord && records !== undefined && records.saved >= candidate.saved } };
  }

  /** Other blocks for an array that all blocks together use as a whole: each moves pieces of its rows. */
  #alongRows(costly: Costly): Candidate | undefined {
    const { groups, all, stride } = costly;
    const sites = [...new Set(all.map(({ site }) => site.number))];
    if (stride === undefined || stride < ROW_BYTES || sites.some((site) => this.isIndexLoaded(site))) return undefined;
    const others = this.#recorded.filter(({ space, array }) => space === "global" && array !== all[0]!.array);
    const inRows = groups.map((group) => ({ group, wide: group.requests.map(inOneRow) }));
    return this.#grouped({ kind: "along-rows", isTile: others.some(isSideBySide) }, inRows, costly);
  }

  /** Stores of pieces of sectors that together fill them, by way of shared memory. */
  #collected({ groups, excess }: Costly): Candidate | undefined {
    const stores = groups.find(({ op }) => op === "store");
    const collected = stores && collectedStores(stores.requests);
    // The tiles in shared memory aren't needed any more by then.
    const room = this.#roomBytes + this.#memory.sharedBytes;
    if (!collected || collected.bytes > room || collected.copied > (1 - WORTHWHILE_SHARE) * collected.asked) return undefined;
    const sites = [...Map.groupBy(stores.requests, ({ site }) => site.number)].map(([site, own]): TriedSite => {
      const before = this.#sectors(own);
      const after = (before / stores.sectors) * collected.copied;
      const requestsAfter = (after * SECTOR_BYTES) / (WARP_SIZE * VECTOR_BYTES[0]!);
      return { site, requests: own.length, before, requestsAfter, after };
    });
    return { change: { kind: "collected", bytes: collected.bytes }, sites, saved: savedShare(sites, excess) };
  }

  /** Whether runs are loaded and stored: element for element, from one array to another or back to the same one. */
  #isElementwise(): boolean {
    const looped = this.#recorded.filter(({ space, pass }) => space === "global" && pass > 0).map(({ site }) => site);
    const inRuns = [...new Set(looped)].filter((site) => areRuns(this.#recorded.filter((request) => request.site === site)));
    const ops = new Set(inRuns.map(({ op }) => op));
    return ops.has("load") && ops.has("store");
  }

  #byField(array: Allocation, requests: readonly SampledRequest[], { groups, all, excess, stride }: Costly): Candidate | undefined {
    if (stride === undefined) return undefined;
    const places = new Set<number>();
    for (const request of all) eachAddress(request, (address) => places.add((address - array.base) % stride));
    const isMatrix = stride >= ROW_BYTES && places.size > 1;
    if (isMatrix && (groups.some(({ op }) => op === "store") || all.every(({ pass }) => pass === 0))) return undefined;
    const whole = array.bytes / stride;
    // Arrays of their own start at multiples of 256 bytes.
    const records = isMatrix ? whole : Math.ceil(whole / 256) * 256;
    if (!Number.isInteger(records) || requests.some(({ bytesPerLane }) => stride % bytesPerLane !== 0)) return undefined;
    const sites = this.#compared(requests, byField(requests, array.base, stride, records));
    return { change: { kind: "fields", recordBytes: stride, isMatrix, fields: places.size }, sites, saved: savedShare(sites, excess) };
  }

  #started(array: Allocation, requests: readonly SampledRequest[], { groups, excess }: Costly): Candidate[] {
    if (groups.some((group) => !group.requests.some(isSideBySide))) return [];
    const few = [...Map.groupBy(requests, ({ site }) => site).values()].flatMap((own) => evenly(own, MOST_STARTED));
    const unit = Math.max(array.element.bytes, ...requests.map(({ bytesPerLane }) => bytesPerLane));
    const lengths = rowLengths(requests, unit, this.#launch).slice(0, MOST_ROW_LENGTHS);
    const rows = [undefined, ...lengths.map((from) => ({ from, to: wholeSectors(from) }))];
    const share = requests.length / few.length;
    const starts = Array.from({ length: Math.max(1, Math.floor(SECTOR_BYTES / unit)) }, (_, start) => start * unit);
    return rows.flatMap((length) => {
      const tried = starts.flatMap((bytes): Candidate[] => {
        if (bytes === 0 && !length) return [];
        const change = { kind: "start", bytes, rows: length } as const;
        const sites = this.#compared(few, movedRows(few, array.base, change));
        return [{ change, sites, saved: savedShare(sites, excess / share) }];
      });
      return tried.sort((a, b) => b.saved - a.saved).slice(0, 1);
    });
  }

  #costlyGroups(requests: readonly SampledRequest[]): CostlyGroup[] {
    const costly = [...Map.groupBy(requests, ({ site }) => site.number).values()].filter((own) => {
      const { op } = own[0]!.site;
      const ideal = this.#idealSectors(own);
      return (op === "load" || op === "store") && this.#sectors(own) - ideal >= COSTLY_SHARE * ideal;
    });
    return (["load", "store"] as const).flatMap((op) => {
      const own = costly.filter(([first]) => first!.site.op === op).flat();
      return own.length === 0 ? [] : [{ op, requests: own, sectors: this.#sectors(own) }];
    });
  }

  /**
   * A change of all of a group's requests together: each of its sites has an equal part in what is left. What several lanes use is not saved
   * by being moved once: another request may have to see what was stored in between.
   */
  #grouped(
    change: GlobalChange,
    groups: readonly { readonly group: CostlyGroup; readonly wide: readonly SampledRequest[] }[],
    { excess }: Costly,
  ): Candidate {
    const sites = groups.flatMap(({ group, wide }) => {
      const after = this.#sectors(wide);
      return [...Map.groupBy(group.requests, ({ site }) => site.number)].map(([site, own]) => {
        const part = own.length / group.requests.length;
        return { site, requests: own.length, before: this.#sectors(own), requestsAfter: part * wide.length, after: part * after };
      });
    });
    const saved = groups.reduce((sum, { group, wide }) => {
      const again = Math.max(1, bytesOf(group.requests) / bytesOf(wide));
      return sum + group.sectors - again * this.#sectors(wide);
    }, 0);
    return { change, sites, saved: Math.min(1, saved / excess) };
  }

  /** Costs of sites before and after a change of their requests to global memory, one by one. */
  #compared(before: readonly SampledRequest[], after: readonly SampledRequest[]): TriedSite[] {
    const changed = Map.groupBy(after, ({ site }) => site.number);
    const isGlobal = ({ space }: SampledRequest): boolean => space === "global";
    return [...Map.groupBy(before.filter(isGlobal), ({ site }) => site.number)].map(([site, own]) => {
      const others = (changed.get(site) ?? []).filter(isGlobal);
      return { site, requests: own.length, before: this.#sectors(own), requestsAfter: others.length, after: this.#sectors(others) };
    });
  }

  #sectors(requests: readonly SampledRequest[]): number {
    return requests.reduce((sum, request) => sum + this.#costOf(request), 0);
  }

  #idealSectors(requests: readonly SampledRequest[]): number {
    return requests.reduce((sum, request) => {
      this.#costOf(request);
      return sum + this.#global.cost.idealSectors;
    }, 0);
  }

  /** Sectors, or wavefronts of shared memory. */
  #costOf({ space, site, bytesPerLane, activeMask, addresses }: SampledRequest): number {
    const op = site.op === "load" ? "load" : "store";
    if (space === "shared") {
      this.#shared.count(op, bytesPerLane, activeMask, addresses);
      return this.#shared.cost.wavefronts;
    }
    this.#global.count(op, bytesPerLane, activeMask, addresses);
    return this.#global.cost.sectors;
  }
}

/**
 * The first candidate that saves enough, unless a later one saves much more. Those after one that saves nearly everything aren't tried, unless
 * what they save decided between it and an earlier one.
 */
function bestOf(candidates: Iterable<Candidate | undefined>): Candidate | undefined {
  const tried: Candidate[] = [];
  let most = 0;
  const isPreferred = ({ change: { kind }, saved }: Candidate, to: number): boolean =>
    saved >= WORTHWHILE_SHARE && saved >= to - (kind === "vectors" ? PREFERRED_TO_VECTORS_BY : PREFERRED_BY);
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    tried.push(candidate);
    most = Math.max(most, candidate.saved);
    const best = tried.find((one) => isPreferred(one, most));
    if (best !== undefined && isPreferred(best, 1)) return best;
  }
  return tried.find((one) => isPreferred(one, most));
}

/** Bytes that lanes ask for, those that several lanes ask for as often. */
function bytesOf(requests: readonly SampledRequest[]): number {
  return requests.reduce((sum, { activeMask, bytesPerLane }) => sum + bytesPerLane * lanesIn(activeMask), 0);
}

function savedShare(sites: readonly TriedSite[], excess: number): number {
  return Math.min(1, sites.reduce((sum, { before, after }) => sum + before - after, 0) / excess);
}

/** Whether no thread stores an element that another one uses: then threads can exchange elements. */
function areOwn(requests: readonly SampledRequest[]): boolean {
  const stores = requests.filter(({ site }) => site.op !== "load");
  if (stores.length === 0) return true;
  if (stores.some(({ site }) => site.op !== "store")) return false;
  const owners = new Map<number, number>();
  let areOwned = true;
  const visit = (request: SampledRequest, owns: boolean): void =>
    eachAddress(request, (address, lane) => {
      const key = request.block * 2 ** 31 + address;
      const thread = request.warp * WARP_SIZE + lane;
      const owner = owners.get(key);
      areOwned &&= owner === undefined || owner === thread;
      if (owns) owners.set(key, thread);
    });
  for (const request of stores) visit(request, true);
  for (const request of requests) visit(request, false);
  return areOwned;
}

/** Whether threads use neighbouring elements one after the other. */
function areRuns(requests: readonly SampledRequest[]): boolean {
  let [steps, next] = [0, 0];
  for (const own of Map.groupBy(requests, ({ block, site, warp }) => `${block} ${site.number} ${warp}`).values()) {
    for (const [i, request] of own.entries()) {
      const before = own[i - 1];
      if (!before) continue;
      eachAddress(request, (address, lane) => {
        if (((before.activeMask >>> lane) & 1) === 0) return;
        steps++;
        if (address === before.addresses[lane]! + request.bytesPerLane) next++;
      });
    }
  }
  return steps > 0 && next >= MOST * steps;
}

/** Whether a request's lanes lie side by side, in one piece or in rows. */
function isSideBySide(request: SampledRequest): boolean {
  let [lanes, next] = [0, 0];
  eachAddress(request, (address, lane) => {
    lanes++;
    if (lane > 0 && (request.activeMask >>> (lane - 1)) & 1 && address === request.addresses[lane - 1]! + request.bytesPerLane) next++;
  });
  return next >= MOST * (lanes - 1) && lanes > 1;
}

/** Bytes from lane to lane, if they are the same nearly everywhere, and more than a lane accesses. */
function strideOf(requests: readonly SampledRequest[]): number | undefined {
  const times = new Map<number, number>();
  let [all, widest] = [0, 0];
  for (const request of requests) {
    widest = Math.max(widest, request.bytesPerLane);
    eachAddress(request, (address, lane) => {
      if (lane === 0 || ((request.activeMask >>> (lane - 1)) & 1) === 0) return;
      const distance = Math.abs(address - request.addresses[lane - 1]!);
      times.set(distance, (times.get(distance) ?? 0) + 1);
      all++;
    });
  }
  const [stride, most] = [...times].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0]);
  return most >= MOST * all && stride > widest ? stride : undefined;
}

/** From the lowest to the highest byte that is accessed. */
function spanOf(requests: readonly SampledRequest[]): number {
  let [low, high] = [Infinity, 0];
  for (const request of requests)
    eachAddress(request, (address) => {
      low = Math.min(low, address);
      high = Math.max(high, address + request.bytesPerLane);
    });
  return high - low;
}

/**
 * Distances, not of whole sectors, between the starts of requests or of rows in one, between warps in the same pass, and between blocks one
 * above the other, the most frequent first.
 */
function rowLengths(requests: readonly SampledRequest[], unit: number, { gridDim, blockDim }: Launch): number[] {
  const lengths = new Map<number, number>();
  const add = (length: number): void => {
    if (length > SECTOR_BYTES && length % SECTOR_BYTES !== 0 && length % unit === 0) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  };
  for (const own of Map.groupBy(requests, ({ block, site }) => `${block} ${site.number}`).values()) {
    let last: number | undefined;
    for (const request of own) {
      let before: number | undefined;
      eachAddress(request, (address) => {
        if (before === undefined) {
          if (last !== undefined) add(Math.abs(address - last));
          last = address;
        } else if (address !== before + request.bytesPerLane) add(Math.abs(address - before));
        before = address;
      });
    }
  }
  for (const own of Map.groupBy(requests, ({ block, site, pass }) => `${block} ${site.number} ${pass}`).values()) {
    for (const [i, { warp, addresses, activeMask }] of own.entries()) {
      const before = own[i - 1];
      const first = firstLaneOf(activeMask);
      if (before && warp !== before.warp && first === firstLaneOf(before.activeMask))
        add((addresses[first]! - before.addresses[first]!) / (warp - before.warp));
    }
  }
  for (const own of Map.groupBy(
    requests.filter(({ warp, pass }) => warp === 0 && pass === 0),
    ({ site }) => site,
  ).values()) {
    const starts = own.map(({ block, bytesPerLane, addresses }) => {
      const { x, y } = positionIn(gridDim, block);
      return { y, start: addresses[0]! - x * blockDim.x * bytesPerLane };
    });
    for (const [i, { y, start }] of starts.entries())
      for (const other of starts.slice(0, i)) if (other.y !== y) add((start - other.start) / (y - other.y) / blockDim.y);
  }
  return [...lengths].sort(([a, timesA], [b, timesB]) => timesB - timesA || a - b).map(([length]) => length);
}

/** So many of a list at most, one from each of as many equal pieces, now here and now there in it: passes of a loop come at equal distances. */
function evenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor(((i + ((i * GOLDEN_RATIO) % 1)) * list.length) / most)]!);
}

/** The most frequent of some values, and how often it is there. */
function mostFrequent<T>(values: readonly T[]): readonly [T | undefined, number] {
  const times = new Map<T, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  let most: readonly [T | undefined, number] = [undefined, 0];
  for (const entry of times) if (entry[1] > most[1]) most = entry;
  return most;
}
