import { sharedVectorAtomic } from "../errors/call-errors.ts";
import { SECTOR_BYTES, WARP_SIZE, WORD_BYTES, type Device, type MemoryOp } from "#simulator";
import { AtomicCounter, sharedAtomicOf, type AtomicOperation } from "#simulator/atomic-cost.ts";
import { ClusterCounter, type ClusterOp } from "#simulator/cluster-cost.ts";
import { CopyCounter, type CopyRequest } from "#simulator/copy-cost.ts";
import { DistinctSet } from "#simulator/distinct-set.ts";
import { GlobalCounter } from "#simulator/global-cost.ts";
import { SharedCounter } from "#simulator/shared-cost.ts";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { AccessSite, SiteOp } from "../ir/access-site.ts";
import type { LaunchPlace } from "./launch-place.ts";
import type { Memory, Space } from "./memory.ts";

/** Indexes of a request's counts in a row of numbers. A space's other counts are 0. */
export const COUNTS = {
  activeLanes: 0,
  // Global memory: the counts of `GlobalCost`. Local memory has sectors and ideal sectors.
  sectors: 1,
  idealSectors: 2,
  usefulBytes: 3,
  cacheLines: 4,
  tagWavefronts: 5,
  dramReadBytes: 6,
  dramWriteBytes: 7,
  // Shared memory: those of `SharedCost`, in the same places.
  wavefronts: 1,
  groups: 2,
  bankConflicts: 3,
  conflictDegree: 4,
  // Atomics of shared memory have those of `SharedAtomicCost`, too.
  atomics: 5,
  loads: 6,
  loadWavefronts: 7,
  // Shared memory of other blocks: those of `ClusterCost`; sectors, lines and tag wavefronts in the places of global memory.
  ownWavefronts: 2,
  clusterRequests: 3,
  clusterLoads: 6,
  loadSectors: 7,
} as const;
/** Numbers in a row. */
export const COUNTS_PER_ROW = 8;

/** The cost of one request in any space, by the simulator's rules; local and constant memory by rules of its own. */
export class RequestCosts {
  /** The counts of the last request. */
  readonly row = new Float64Array(COUNTS_PER_ROW);
  readonly #global: GlobalCounter;
  readonly #shared = new SharedCounter();
  readonly #atomic: AtomicCounter;
  readonly #distinct = new DistinctSet();
  readonly #places = new Float64Array(WARP_SIZE);

  #copies: CopyCounter | undefined;
  #cluster: ClusterCounter | undefined;
  readonly #device: Device;
  readonly #memory: Memory;
  readonly #place: LaunchPlace;

  /** @param place of the warp whose requests are counted */
  constructor(device: Device, memory: Memory, place: LaunchPlace) {
    this.#device = device;
    this.#memory = memory;
    this.#place = place;
    this.#global = new GlobalCounter(device);
    this.#atomic = new AtomicCounter(device.tagBanks);
  }

  /**
   * Counts a request of any pattern.
   *
   * @param doOthersStay of a request to other blocks of the cluster: whether it has other lanes, which stay in their own block's memory
   */
  count(site: AccessSite, space: Space, activeMask: number, addresses: ArrayLike<number>, doOthersStay = false): void {
    const { op, bytesPerLane } = site;
    this.row.fill(0);
    this.row[COUNTS.activeLanes] = lanesIn(activeMask);
    if (space === "global") {
      this.#global.count(op === "load" ? "load" : "store", bytesPerLane, activeMask, addresses);
      this.#takeGlobal(op);
      if (isAtomic(op)) this.#takeGlobalAtomic(site, activeMask, addresses);
    } else if (space === "shared") {
      this.#shared.count(countedOp(site), bytesPerLane, activeMask, addresses);
      this.#takeShared();
      if (isAtomic(op)) this.#takeSharedAtomic(site, activeMask, addresses);
    } else if (space === "cluster") {
      this.#countCluster(site, activeMask, addresses, doOthersStay);
    } else if (space === "local") {
      this.#countLocal(bytesPerLane, activeMask, addresses);
    }
  }

  /**
   * Counts the two sides of a `cp.async`. Returns their rows; that of the source is undefined if no lane reads anything.
   *
   * @param sizes how many bytes each lane copies; all of them without
   */
  countCopy(
    source: AccessSite,
    activeMask: number,
    from: Float64Array,
    to: Float64Array,
    sizes: readonly number[] | undefined,
  ): { readonly source: Float64Array | undefined; readonly destination: Float64Array } {
    const { bytesPerLane } = source;
    const copies = (this.#copies ??= new CopyCounter(this.#device.tagBanks));
    copies.count({
      cache: source.copy!,
      bytesPerLane: bytesPerLane as CopyRequest["bytesPerLane"],
      activeMask: activeMask >>> 0,
      sharedAddresses: to as unknown as readonly number[],
      globalAddresses: from as unknown as readonly number[],
      sourceBytes: sizes,
    });
    const { requests, sectors, tagWavefronts, wavefronts, bankConflicts } = copies.cost;
    const destination = new Float64Array(COUNTS_PER_ROW);
    destination[COUNTS.activeLanes] = lanesIn(activeMask);
    destination[COUNTS.wavefronts] = wavefronts;
    destination[COUNTS.groups] = wavefronts - bankConflicts;
    destination[COUNTS.bankConflicts] = bankConflicts;
    destination[COUNTS.conflictDegree] = copies.conflictDegree;
    if (requests === 0) return { source: undefined, destination };
    const reading =
      sizes === undefined ? activeMask : sizes.reduce((mask, size, lane) => (size > 0 ? mask | (1 << lane) : mask), 0) & activeMask;
    this.count(source, "global", reading, from);
    const row = this.row.slice();
    row[COUNTS.sectors] = sectors;
    row[COUNTS.tagWavefronts] = tagWavefronts;
    if (sizes !== undefined) {
      const usefulBytes = bytesRead(reading, from, sizes);
      row[COUNTS.usefulBytes] = usefulBytes;
      row[COUNTS.idealSectors] = Math.ceil(usefulBytes / SECTOR_BYTES);
    }
    return { source: row, destination };
  }

  /** Counts 32 active lanes, evenly spaced, in closed form. Returns false, and counts nothing, for a pattern without one. */
  countRun(site: AccessSite, space: Space, first: number, strideBytes: number): boolean {
    const { op, bytesPerLane } = site;
    if (space === "global" && (strideBytes === bytesPerLane || strideBytes === -bytesPerLane)) {
      if (operationOf(site).kind === "compare and swap") return false;
      const lowest = strideBytes > 0 ? first : first + (WARP_SIZE - 1) * strideBytes;
      const firstByte = isAtomic(op) ? lowest - this.#arrayBase(lowest) : lowest;
      this.#global.countContiguous(op === "load" ? "load" : "store", bytesPerLane, firstByte);
      this.#takeGlobal(op);
    } else if (space === "shared" && bytesPerLane === WORD_BYTES && !isAtomic(op)) {
      this.#shared.countWordStride(strideBytes / WORD_BYTES);
      this.#takeShared();
    } else return false;
    this.row[COUNTS.activeLanes] = WARP_SIZE;
    return true;
  }

  /** L2 carries out atomics and reductions: it reads and writes each sector. */
  #takeGlobal(op: SiteOp): void {
    const { row } = this;
    const { cost } = this.#global;
    row[COUNTS.sectors] = cost.sectors;
    row[COUNTS.idealSectors] = cost.idealSectors;
    row[COUNTS.usefulBytes] = cost.usefulBytes;
    row[COUNTS.cacheLines] = cost.cacheLines;
    row[COUNTS.tagWavefronts] = cost.tagWavefronts;
    row[COUNTS.dramReadBytes] = isAtomic(op) ? cost.dramWriteBytes : cost.dramReadBytes;
    row[COUNTS.dramWriteBytes] = cost.dramWriteBytes;
  }

  #takeGlobalAtomic(site: AccessSite, activeMask: number, addresses: ArrayLike<number>): void {
    const { row } = this;
    const places = this.#places;
    let lowest = Infinity;
    for (let lanes = activeMask; lanes !== 0; lanes &= lanes - 1) lowest = Math.min(lowest, addresses[firstLaneOf(lanes)]!);
    const base = this.#arrayBase(lowest);
    for (let lane = 0; lane < WARP_SIZE; lane++) places[lane] = addresses[lane]! - base;
    this.#atomic.countGlobal(operationOf(site).kind === "compare and swap", activeMask, places);
    const { sectors, cacheLines, tagWavefronts } = this.#atomic.global;
    row[COUNTS.sectors] = sectors;
    row[COUNTS.cacheLines] = cacheLines;
    row[COUNTS.tagWavefronts] = tagWavefronts;
  }

  /**
   * Where an atomic's array begins; of several, the lowest. Its tag banks are counted as if that were a multiple of the array's size, as it is
   * for the first allocation of a program.
   */
  #arrayBase(address: number): number {
    return this.#memory.find(address)?.base ?? 0;
  }

  #countCluster(site: AccessSite, activeMask: number, addresses: ArrayLike<number>, doOthersStay: boolean): void {
    const { row } = this;
    const places = this.#places;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) !== 0) places[lane] = this.#memory.clusterPlaceOf(addresses[lane]!);
    }
    const counter = (this.#cluster ??= new ClusterCounter(this.#device));
    counter.count(clusterOpOf(site), site.bytesPerLane, activeMask, places, doOthersStay);
    const { cost } = counter;
    row[COUNTS.clusterRequests] = cost.requests;
    row[COUNTS.sectors] = cost.sectors;
    row[COUNTS.cacheLines] = cost.cacheLines;
    row[COUNTS.tagWavefronts] = cost.tagWavefronts;
    row[COUNTS.ownWavefronts] = cost.wavefronts;
    row[COUNTS.clusterLoads] = cost.loads;
    row[COUNTS.loadSectors] = cost.loadSectors;
  }

  #takeShared(): void {
    const { row } = this;
    const { cost } = this.#shared;
    row[COUNTS.wavefronts] = cost.wavefronts;
    row[COUNTS.groups] = cost.groups;
    row[COUNTS.bankConflicts] = cost.bankConflicts;
    row[COUNTS.conflictDegree] = cost.conflictDegree;
    row[COUNTS.atomics] = row[COUNTS.loads] = row[COUNTS.loadWavefronts] = 0;
  }

  #takeSharedAtomic(site: AccessSite, activeMask: number, addresses: ArrayLike<number>): void {
    const { row } = this;
    const operation = operationOf(site);
    if (operation.on === "vectors of floats") throw sharedVectorAtomic(site.span);
    const kind = sharedAtomicOf(operation, site.bytesPerLane, site.op === "atomic");
    this.#atomic.countShared(kind, site.bytesPerLane, activeMask, addresses);
    const { atomics, wavefronts, bankConflicts, loads, loadWavefronts } = this.#atomic.shared;
    row[COUNTS.wavefronts] = wavefronts;
    row[COUNTS.bankConflicts] = bankConflicts;
    row[COUNTS.conflictDegree] = loads > 0 ? atomics : bankConflicts + 1;
    row[COUNTS.atomics] = atomics;
    row[COUNTS.loads] = loads;
    row[COUNTS.loadWavefronts] = loadWavefronts;
  }

  /**
   * Local memory is interleaved: word k of the 32 lanes lies side by side, in one cache line (CUDA C++ Programming Guide, local memory).
   * So lanes that access the same variable share sectors, 8 words each. Not measured yet.
   */
  #countLocal(bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    const { localBytesPerThread } = this.#memory;
    const firstLocalAddress = this.#memory.localAddressOf(this.#place.threadOf(0));
    let sectors = 0;
    for (let firstByte = 0; firstByte < bytesPerLane; firstByte += WORD_BYTES) {
      this.#distinct.clear();
      for (let lane = 0; lane < WARP_SIZE; lane++) {
        if (((activeMask >>> lane) & 1) === 0) continue;
        const offset = addresses[lane]! - firstLocalAddress - lane * localBytesPerThread;
        this.#distinct.add(Math.floor(offset / WORD_BYTES) * 4 + (lane >>> 3));
      }
      sectors += this.#distinct.size;
    }
    this.row[COUNTS.sectors] = sectors;
    this.row[COUNTS.idealSectors] = Math.ceil(lanesIn(activeMask) / 8) * Math.max(1, bytesPerLane / WORD_BYTES);
  }
}

/** Bytes of memory that lanes copy from, each once: those of one address are of one place, since copies are aligned to their width. */
function bytesRead(mask: number, from: ArrayLike<number>, sizes: readonly number[]): number {
  const ofAddress = new Map<number, number>();
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (((mask >>> lane) & 1) === 0) continue;
    ofAddress.set(from[lane]!, Math.max(ofAddress.get(from[lane]!) ?? 0, sizes[lane]!));
  }
  return [...ofAddress.values()].reduce((sum, size) => sum + size, 0);
}

/** The wavefronts of a copy's destination, and the sectors that the copy asks for. @param from addresses that it reads; undefined where no lane reads anything */
export function countCopy(
  counter: CopyCounter,
  { copy, bytesPerLane }: AccessSite,
  activeMask: number,
  to: ArrayLike<number>,
  from: ArrayLike<number> | undefined,
): { readonly sectors: number; readonly wavefronts: number; readonly bankConflicts: number; readonly conflictDegree: number } {
  counter.count({
    cache: copy!,
    bytesPerLane: bytesPerLane as CopyRequest["bytesPerLane"],
    activeMask: activeMask >>> 0,
    sharedAddresses: to as readonly number[],
    globalAddresses: (from ?? to) as readonly number[],
    sourceBytes: from ? undefined : NO_BYTES,
  });
  return { ...counter.cost, conflictDegree: counter.conflictDegree };
}

const NO_BYTES: readonly number[] = new Array<number>(WARP_SIZE).fill(0);

/** How a request of shared memory is counted. Matrices never fuse, as groups of a store don't: see `matrixCost`. */
export function countedOp({ op, matrices }: AccessSite): MemoryOp {
  return op === "store" || matrices !== undefined ? "store" : "load";
}

export function isAtomic(op: SiteOp): boolean {
  return op === "atomic" || op === "reduction";
}

/** The operation by which an access to another block's shared memory is carried out: a loop where it is one in the block's own. */
function clusterOpOf(site: AccessSite): ClusterOp {
  const { op, bytesPerLane } = site;
  if (op === "load" || op === "store") return op;
  switch (sharedAtomicOf(operationOf(site), bytesPerLane, op === "atomic")) {
    case "counting":
    case "integer":
      return "atomic";
    case "compare":
      return "compare";
    case "loop":
    case "asking loop":
      return "loop";
  }
}

const ANY_OPERATION: AtomicOperation = { kind: "other", on: "integers" };

function operationOf({ atomic = ANY_OPERATION }: AccessSite): AtomicOperation {
  return atomic;
}

export function lanesIn(activeMask: number): number {
  let lanes = 0;
  for (let bits = activeMask; bits !== 0; bits &= bits - 1) lanes++;
  return lanes;
}
