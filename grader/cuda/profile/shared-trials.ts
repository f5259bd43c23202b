import { WARP_SIZE, type Device } from "#simulator";
import { CopyCounter } from "#simulator/copy-cost.ts";
import { SharedCounter } from "#simulator/shared-cost.ts";
import { PIECE_BYTES, SWIZZLE_BITS } from "#simulator/tma-tile.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { SharedVariable } from "../ir/program.ts";
import type { Memory } from "../machine/memory.ts";
import { countCopy, countedOp, isAtomic } from "../machine/request-costs.ts";
import type { AddressedArray } from "../analysis/addressed-arrays.ts";
import { SamplingGaps } from "./sampling-gaps.ts";
import { activeOffsets, tilesOf, type RecordedRequest, type SharedTile } from "./shared-tiles.ts";
import { BANK_ROW_BYTES, SHORTEST_ROW_BYTES, declaredRowBytes, movedOffset, rowChanges, type SharedChange } from "./shared-layout.ts";
import type { Trial, TriedSite } from "./trial.ts";

/** Requests of a site that are recorded before fewer and fewer are: one in n ÷ this of the first n. */
const DENSE_REQUESTS = 512;
/** The most different requests of a site that are kept for an array: those that come later don't count. */
const MOST_KEPT = 128;
/** The most row lengths that are tried for an array without declared rows. */
const MOST_ROW_LENGTHS = 8;
/** A change is offered if it saves at least this share of an array's bank conflicts: one in so many. */
const WORTHWHILE_SHARE = 1 / 4;
/** The fewest distances between the threads of a reduction: 2, 4 and 8 elements, say. */
const FEWEST_STRIDES = 3;
/** `nvcuda::wmma` asks for rows that begin at multiples of so many bytes. */
const FRAGMENT_ROW_BYTES = 16;
/** The most shared memory that a kernel has without asking for it (CUDA C++ Programming Guide, shared memory of compute capability 7.x and later). */
const STATIC_BYTES = 48 * 1024;
const SEED = 0x2545f491;

/**
 * Records requests to shared memory, and recounts them with the array laid out otherwise. The first requests of each site are all
 * recorded, and of the following ones fewer and fewer, the same ones in each run.
 */
export class SharedTrials {
  readonly #sites: readonly AccessSite[];
  readonly #arrays: readonly SharedVariable[];
  readonly #base: number;
  /** Bytes by which a block's shared memory may grow. */
  readonly #roomBytes: number;
  readonly #counter = new SharedCounter();
  readonly #copies: CopyCounter;
  /** Where tensor copies put pieces, or take them from, in bytes from the start of the block's shared memory; and how many bits their map's swizzle XORs. */
  readonly #copied = new Map<number, number>();
  readonly #recorded = new Map<SharedVariable, Map<number, RecordedRequest>>();
  readonly #addressed: readonly AddressedArray[];
  #tiles: readonly SharedTile[] | undefined;
  readonly #trials = new Map<SharedTile, Trial>();
  readonly #passed: Float64Array;
  readonly #skips: Float64Array;
  readonly #kept: Float64Array;
  readonly #offsets = new Int32Array(WARP_SIZE);
  readonly #gaps = new SamplingGaps(DENSE_REQUESTS, SEED);

  /** @param addressed what the text means by the addresses of each site */
  constructor(sites: readonly AccessSite[], addressed: readonly AddressedArray[], memory: Memory, device: Device) {
    this.#sites = sites;
    this.#addressed = addressed;
    this.#arrays = memory.sharedVariables;
    this.#base = memory.sharedBase;
    this.#roomBytes = sharedRoom(memory, device);
    this.#copies = new CopyCounter(device.tagBanks);
    this.#passed = new Float64Array(sites.length);
    this.#skips = new Float64Array(sites.length);
    this.#kept = new Float64Array(sites.length);
  }

  /** Records a request to shared memory, or passes over it. */
  add(site: number, activeMask: number, addresses: ArrayLike<number>, from?: Float64Array): void {
    if (--this.#skips[site]! >= 0) return;
    const gap = this.#gaps.after(this.#passed[site]! + 1);
    this.#skips[site] = gap;
    this.#passed[site]! += 1 + gap;
    const first = addresses[firstLaneOf(activeMask)]! - this.#base;
    const array = this.#arrays.find(({ offset, bytes }) => first >= offset && first < offset + bytes);
    if (!array) return;
    const offsets = this.#offsets;
    const start = this.#base + array.offset;
    let hash = Math.imul(site, 0x9e3779b1) ^ activeMask;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      const offset = (activeMask >>> lane) & 1 ? addresses[lane]! - start : 0;
      offsets[lane] = offset;
      hash = Math.imul(hash ^ offset, 0x01000193);
      if (from) hash = Math.imul(hash ^ from[lane]!, 0x01000193);
    }
    let requests = this.#recorded.get(array);
    if (!requests) this.#recorded.set(array, (requests = new Map()));
    for (let known = requests.get(hash); known !== undefined; known = requests.get(++hash)) {
      const isSame = known.offsets.every((offset, lane) => offset === offsets[lane] && known.from?.[lane] === from?.[lane]);
      if (known.site.number !== site || known.activeMask !== activeMask || !isSame) continue;
      known.times++;
      return;
    }
    if (++this.#kept[site]! <= MOST_KEPT)
      requests.set(hash, { site: this.#sites[site]!, activeMask, offsets: offsets.slice(), from: from?.slice(), times: 1 });
  }

  /** Records a piece of a tile that TMA copies by a tensor map. @param swizzleBits how many bits of the address the map's swizzle XORs */
  copied(address: number, swizzleBits: number): void {
    this.#copied.set(address - this.#base, swizzleBits);
  }

  /** The best change of the tile that the sites access, of several the one that they access most; undefined if nothing was recorded. */
  trial(sites: readonly number[]): Trial | undefined {
    this.#tiles ??= [...this.#recorded].flatMap(([array, requests]) => tilesOf(array, [...requests.values()], this.#addressed));
    const timesIn = ({ requests }: SharedTile): number =>
      requests.reduce((sum, { site, times }) => (sites.includes(site.number) ? sum + times : sum), 0);
    const [tile] = this.#tiles.filter((one) => timesIn(one) > 0).sort((a, b) => timesIn(b) - timesIn(a));
    if (tile === undefined) return undefined;
    let trial = this.#trials.get(tile);
    if (!trial) this.#trials.set(tile, (trial = this.#tried(tile)));
    return trial;
  }

  #tried(tile: SharedTile): Trial {
    const { requests, offset: _offset, bytes: _bytes, ...array } = tile;
    const before = this.#recounted(tile, requests)!;
    const most = before.conflicts * (1 - WORTHWHILE_SHARE);
    const mapped = [...this.#copied].filter(([at]) => at >= tile.offset && at < tile.offset + tile.bytes);
    const hasTensorMap = mapped.length > 0;
    const hasConflicts = before.conflicts > 0;
    const changes = !hasConflicts ? [] : hasTensorMap ? modesOf(requests) : changesOf(tile, this.#roomBytes);
    const tried = changes.flatMap((change) => {
      const after = this.#recounted(tile, changedRequests(requests, change), most);
      return after ? [{ change, after }] : [];
    });
    const best = fewest(tried);
    const isOf = readersOf(requests);
    const swizzle =
      isOf === "matrices" && best?.change.kind !== "swizzle" ? fewest(tried.filter(({ change }) => isInPlace(change))) : undefined;
    const sites = (after: Recount): TriedSite[] => sitesOf(requests, before, after);
    return {
      space: "shared",
      array,
      change: best?.change,
      sites: sites(best?.after ?? before),
      ...(isOf && { isOf }),
      ...(hasTensorMap && { hasTensorMap }),
      ...(best && mapped.some(([, bits]) => isSwizzle(best.change, bits)) && { isSwizzled: true }),
      ...(swizzle && { swizzle: { change: swizzle.change, sites: sites(swizzle.after) } }),
    };
  }

  #costOf(site: AccessSite, activeMask: number, addresses: Int32Array): { readonly wavefronts: number; readonly bankConflicts: number } {
    this.#counter.count(isAtomic(site.op) ? "store" : countedOp(site), site.bytesPerLane, activeMask, addresses);
    return this.#counter.cost;
  }

  /**
   * Counts requests; undefined if one is undefined, if an address is not a multiple of its access's size, or as soon as they have more
   * bank conflicts than `most`.
   */
  #recounted({ offset: start }: SharedTile, requests: Iterable<RecordedRequest | undefined>, most = Infinity): Recount | undefined {
    const wavefronts = new Map<number, number>();
    const sectors = new Map<number, number>();
    let conflicts = 0;
    const addresses = new Int32Array(WARP_SIZE);
    for (const request of requests) {
      if (request === undefined) return undefined;
      const { site, activeMask, offsets, from, times } = request;
      const { number, bytesPerLane } = site;
      for (let lane = 0; lane < WARP_SIZE; lane++) {
        addresses[lane] = start + offsets[lane]!;
        if ((activeMask >>> lane) & 1 && addresses[lane]! % bytesPerLane !== 0) return undefined;
      }
      const copied = site.copy && countCopy(this.#copies, site, activeMask, addresses, from);
      if (copied && site.copy === "cg") sectors.set(number, (sectors.get(number) ?? 0) + times * copied.sectors);
      const cost = copied ?? this.#costOf(site, activeMask, addresses);
      wavefronts.set(number, (wavefronts.get(number) ?? 0) + times * cost.wavefronts);
      conflicts += times * cost.bankConflicts;
      if (conflicts > most) return undefined;
    }
    return { wavefronts, sectors, conflicts };
  }
}

/** Bytes by which a block's shared memory may grow, without a kernel's asking for it where it has not. */
export function sharedRoom({ sharedBytes }: Memory, { sharedBytesPerBlock }: Device): number {
  return (sharedBytes <= STATIC_BYTES ? STATIC_BYTES : sharedBytesPerBlock) - sharedBytes;
}

/** The wavefronts of recorded requests by site, and those beyond the fewest possible. */
interface Recount {
  readonly wavefronts: ReadonlyMap<number, number>;
  /** Of sites that copy past L1. */
  readonly sectors: ReadonlyMap<number, number>;
  readonly conflicts: number;
}

/** A change that was tried. */
interface TriedChange {
  readonly change: SharedChange;
  readonly after: Recount;
}

/** The first of those with the fewest conflicts. */
function fewest(tried: readonly TriedChange[]): TriedChange | undefined {
  const least = Math.min(...tried.map(({ after }) => after.conflicts));
  return tried.find(({ after }) => after.conflicts === least);
}

/** `nvcuda::wmma` makes `ldmatrix`, too, but of rows that are evenly apart. */
function readersOf(requests: readonly RecordedRequest[]): "matrices" | "fragments" | undefined {
  if (requests.some(({ site }) => site.isOfFragment)) return "fragments";
  return requests.some(({ site }) => site.matrices !== undefined) ? "matrices" : undefined;
}

function isInPlace(change: SharedChange): boolean {
  return change.kind === "swizzle" && change.from === change.to;
}

/** The cost of requests by site, as they are and changed. */
function sitesOf(requests: readonly RecordedRequest[], before: Recount, after: Recount): TriedSite[] {
  const times = new Map<number, number>();
  for (const request of requests) times.set(request.site.number, (times.get(request.site.number) ?? 0) + request.times);
  return [...times].map(([site, count]) => ({
    site,
    requests: count,
    requestsAfter: count,
    before: before.wavefronts.get(site)!,
    after: after.wavefronts.get(site)!,
    ...(before.sectors.has(site) && { sectors: { before: before.sectors.get(site)!, after: after.sectors.get(site)! } }),
  }));
}

/** The changes to try, the one preferred among equals first. */
function changesOf(array: SharedTile, roomBytes: number): SharedChange[] {
  const { requests } = array;
  const unit = Math.max(array.element.bytes, ...requests.map(({ site }) => (site.isOfFragment ? FRAGMENT_ROW_BYTES : site.bytesPerLane)));
  const declared = declaredRowBytes(array);
  const rows = declared === undefined ? foundRows(requests, unit) : [declared];
  const changes: SharedChange[] = [
    ...(isReduction(requests) ? [{ kind: "side-by-side" } as const] : []),
    ...rows.flatMap((row) =>
      rowChanges(row, usedBytes(requests, row), unit).map((change) =>
        change.kind === "longer-rows" && declared === undefined && isSeveralRows(requests, row) ? { ...change, isOfSeveral: true } : change,
      ),
    ),
    { kind: "gaps", from: BANK_ROW_BYTES, to: BANK_ROW_BYTES, bytes: unit },
  ];
  // Other rows and gaps at once are two changes.
  changes.sort((a, b) => Number(isTwofold(a)) - Number(isTwofold(b)));
  return changes.filter((change) => isOfWholeElements(change, array) && addedBytes(array, change) <= roomBytes);
}

/** The swizzles that TMA has, of the rows by which the tile is accessed. */
function modesOf(requests: readonly RecordedRequest[]): SharedChange[] {
  const rows = new Set(foundRows(requests, PIECE_BYTES));
  return Object.values(SWIZZLE_BITS)
    .map((bits) => 2 ** bits)
    .filter((columns) => columns > 1 && rows.has(columns * PIECE_BYTES))
    .map((columns) => ({ kind: "swizzle", from: columns * PIECE_BYTES, to: columns * PIECE_BYTES, unit: PIECE_BYTES, columns }));
}

/** Whether a change is the swizzle that a tensor map with so many bits has. */
function isSwizzle(change: SharedChange, bits: number): boolean {
  return bits > 0 && change.kind === "swizzle" && change.columns === 2 ** bits;
}

function isTwofold(change: SharedChange): boolean {
  return change.kind === "gaps" && change.from !== change.to;
}

/**
 * Distances from lane to lane, or from one piece of lanes side by side to the next, and larger ones from a site's request to its next, the
 * most frequent first.
 */
function foundRows(requests: readonly RecordedRequest[], unit: number): number[] {
  const inRequests = new Map<number, number>();
  const between = new Map<number, number>();
  const add = (times: Map<number, number>, distance: number, count: number): void => {
    if (distance > unit) times.set(distance, (times.get(distance) ?? 0) + count);
  };
  const last = new Map<AccessSite, number>();
  for (const request of requests) {
    const offsets = activeOffsets(request);
    const [first = 0] = offsets;
    const starts = offsets.filter((offset, i) => i === 0 || offset !== offsets[i - 1]! + request.site.bytesPerLane);
    for (const [i, start] of starts.entries()) if (i > 0) add(inRequests, Math.abs(start - starts[i - 1]!), request.times);
    add(between, Math.abs(first - (last.get(request.site) ?? first)), request.times);
    last.set(request.site, first);
  }
  const byTimes = ([a, timesA]: readonly [number, number], [b, timesB]: readonly [number, number]): number => timesB - timesA || a - b;
  const [usual = 0] = [...inRequests].sort(byTimes)[0] ?? [];
  for (const [distance, times] of between) if (distance > usual) add(inRequests, distance, times);
  return [...inRequests]
    .sort(byTimes)
    .slice(0, MOST_ROW_LENGTHS)
    .map(([distance]) => distance);
}

/** Whether a length is that of several rows: accesses whose lanes are so far apart begin a part of it apart. */
function isSeveralRows(requests: readonly RecordedRequest[], row: number): boolean {
  const starts = new Map<AccessSite, number>();
  for (const request of requests) {
    const offsets = activeOffsets(request);
    if (!starts.has(request.site) && offsets.some((offset, i) => i > 0 && offset - offsets[i - 1]! === row))
      starts.set(request.site, offsets[0]!);
  }
  const [first = 0, ...others] = starts.values();
  return others.some((start) => {
    const distance = Math.abs(start - first);
    return distance >= SHORTEST_ROW_BYTES && distance < row && row % distance === 0;
  });
}

/** Bytes of a row, up to the end of the last element that is accessed. */
function usedBytes(requests: readonly RecordedRequest[], rowBytes: number): number {
  let most = 0;
  for (const request of requests)
    for (const offset of activeOffsets(request)) most = Math.max(most, (offset % rowBytes) + request.site.bytesPerLane);
  return most;
}

/** The distance between neighbours of evenly spaced lanes, in accesses; undefined for others. */
function strideOf(request: RecordedRequest): number | undefined {
  const offsets = activeOffsets(request);
  const step = offsets.length < 2 ? NaN : offsets[1]! - offsets[0]!;
  return offsets.every((offset, i) => offset === offsets[0]! + step * i) ? step / request.site.bytesPerLane : undefined;
}

/** Whether threads of a reduction use elements 2, 4, 8, … apart. A scan comes back from the largest distance to the smallest. */
function isReduction(requests: readonly RecordedRequest[]): boolean {
  const strides = new Set<number>();
  const largest = new Map<AccessSite, number>();
  for (const request of requests) {
    const stride = strideOf(request);
    if (stride === undefined || stride <= 1) continue;
    if (!Number.isInteger(Math.log2(stride)) || stride < (largest.get(request.site) ?? 0)) return false;
    largest.set(request.site, stride);
    strides.add(stride);
  }
  return strides.size >= FEWEST_STRIDES;
}

function* changedRequests(requests: readonly RecordedRequest[], change: SharedChange): Generator<RecordedRequest | undefined> {
  for (const request of requests) yield changedRequest(request, change);
}

/** A request with its array changed; undefined if a lane's bytes would no longer lie side by side. */
function changedRequest(request: RecordedRequest, change: SharedChange): RecordedRequest | undefined {
  const { site, activeMask, offsets } = request;
  if (change.kind === "side-by-side") {
    if ((strideOf(request) ?? 0) <= 1) return request;
    const [first] = activeOffsets(request);
    let next = first!;
    const together = offsets.map((offset, lane) => ((activeMask >>> lane) & 1 ? (next += site.bytesPerLane) - site.bytesPerLane : offset));
    return { ...request, offsets: together };
  }
  const last = site.bytesPerLane - 1;
  const moved = offsets.map((offset) => movedOffset(change, offset));
  if (!moved.every((to, lane) => movedOffset(change, offsets[lane]! + last) === to + last)) return undefined;
  const changed = { ...request, offsets: moved };
  return site.isOfFragment && hasEvenRows(request) && !hasEvenRows(changed) ? undefined : changed;
}

/** Whether the pieces that lanes access side by side are evenly apart, as the rows of a fragment are. */
function hasEvenRows(request: RecordedRequest): boolean {
  const offsets = activeOffsets(request).sort((a, b) => a - b);
  const starts = offsets.filter((offset, i) => i === 0 || offset > offsets[i - 1]! + request.site.bytesPerLane);
  return starts.every((start, i) => i === 0 || start - starts[i - 1]! === starts[1]! - starts[0]!);
}

function isOfWholeElements(change: SharedChange, { element }: SharedTile): boolean {
  switch (change.kind) {
    case "longer-rows":
      return (change.to - change.from) % element.bytes === 0;
    case "swizzle":
      return (change.to - change.from) % element.bytes === 0 && change.unit % element.bytes === 0;
    case "gaps":
      return [BANK_ROW_BYTES, change.to - change.from, change.bytes].every((bytes) => bytes % element.bytes === 0);
    case "side-by-side":
      return true;
  }
}

/** Bytes that a change adds to an array; negative where rows become shorter. */
function addedBytes({ bytes }: SharedTile, change: SharedChange): number {
  switch (change.kind) {
    case "longer-rows":
    case "swizzle":
    case "gaps": {
      const inRows = Math.ceil(bytes / change.from) * change.to;
      const gaps = change.kind === "gaps" ? Math.floor(inRows / BANK_ROW_BYTES) * change.bytes : 0;
      return inRows + gaps - bytes;
    }
    case "side-by-side":
      return 0;
  }
}
