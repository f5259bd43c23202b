import type { Device, TagBanks } from "./devices.ts";
import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE, checkRequest, type MemoryOp, type WarpRequest } from "./warp-request.ts";

/** The cost of one warp's load or store of global memory. Counts, unless a unit is named. */
export interface GlobalCost {
  /** 1, or 0 when no lane is active (l1tex__t_requests_pipe_lsu_mem_global_op_*). */
  readonly requests: number;
  /** Distinct 32-byte blocks touched by active lanes (l1tex__t_sectors_pipe_lsu_mem_global_op_*). */
  readonly sectors: number;
  /** The fewest sectors that could carry the useful bytes. */
  readonly idealSectors: number;
  /** Distinct 128-byte blocks touched: tag look-ups (l1tex__t_set_accesses_pipe_lsu_mem_global_op_*). */
  readonly cacheLines: number;
  /** Passes of the tag stage: lines on the busiest of the 4 tag banks (l1tex__t_output_wavefronts_*). */
  readonly tagWavefronts: number;
  /** Distinct bytes that the active lanes asked for; lanes that ask for the same bytes count once. */
  readonly usefulBytes: number;
  /**
   * Bytes that DRAM reads when nothing is cached (dram__bytes_read): for a load, the device's fetch granularity around each sector;
   * for a store, the sectors that are written in part and so must be read first.
   */
  readonly dramReadBytes: number;
  /** Bytes that DRAM is written, in 32-byte sectors; 0 for a load. */
  readonly dramWriteBytes: number;
}

/** A `GlobalCost` that is being counted or added up. */
export type GlobalCostSum = { -readonly [Count in keyof GlobalCost]: GlobalCost[Count] };

export function noGlobalCost(): GlobalCostSum {
  return {
    requests: 0,
    sectors: 0,
    idealSectors: 0,
    cacheLines: 0,
    tagWavefronts: 0,
    usefulBytes: 0,
    dramReadBytes: 0,
    dramWriteBytes: 0,
  };
}

/** Adds the cost of `times` equal requests to a sum. Written out, because this runs once per request of irregular kernels. */
export function addGlobalCost(sum: GlobalCostSum, cost: GlobalCost, times: number): void {
  sum.requests += times * cost.requests;
  sum.sectors += times * cost.sectors;
  sum.idealSectors += times * cost.idealSectors;
  sum.cacheLines += times * cost.cacheLines;
  sum.tagWavefronts += times * cost.tagWavefronts;
  sum.usefulBytes += times * cost.usefulBytes;
  sum.dramReadBytes += times * cost.dramReadBytes;
  sum.dramWriteBytes += times * cost.dramWriteBytes;
}

const counters = new WeakMap<Device, GlobalCounter>();

/**
 * Counts one request of global memory as the device's profiler would.
 *
 * @throws RangeError for a request that hardware would refuse: see `checkRequest`.
 */
export function globalCost(request: WarpRequest, device: Device): GlobalCost {
  checkRequest(request, "global", device);
  let counter = counters.get(device);
  if (!counter) counters.set(device, (counter = new GlobalCounter(device)));
  counter.count(request.op, request.bytesPerLane, request.activeMask, request.addresses);
  return { ...counter.cost };
}

/** The counting behind `globalCost`, for millions of requests: after its construction it allocates nothing. */
export class GlobalCounter {
  /** The cost of the last request. The object is reused: copy it to keep it. */
  readonly cost = noGlobalCost();
  readonly #touched = new TouchedLines();
  readonly #tags: TagStage;
  readonly #fetchBytes: number;

  constructor(device: Device) {
    this.#tags = new TagStage(device.tagBanks);
    this.#fetchBytes = device.fetchGranularityBytes;
  }

  /** Counts any pattern. The addresses are aligned to the width, so that two lanes touch the same bytes or none in common. */
  count(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    this.#tags.clear();
    const { slots, lines, linesAbove, bytes } = this.#touched;
    const request = this.#touched.nextRequest();
    const ones = bytesPerLane === SECTOR_BYTES ? -1 : (1 << bytesPerLane) - 1;
    const fetchSectors = this.#fetchBytes / SECTOR_BYTES;
    let [lanes, sectors, cacheLines, fetches, fullSectors] = [0, 0, 0, 0, 0];
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const byteAddress = addresses[lane]!;
      // The lower 32 bits of the line number, and the upper ones: integers are several times as fast as other numbers.
      const line = (byteAddress / CACHE_LINE_BYTES) | 0;
      const lineAbove = byteAddress < LINES_2_32_BYTES ? 0 : Math.floor(byteAddress / LINES_2_32_BYTES);
      let slot = Math.imul(line, 0x9e3779b1) >>> 25;
      while (slots[slot] === request && (lines[slot] !== line || linesAbove[slot] !== lineAbove)) slot = (slot + 1) & (SLOTS - 1);
      if (slots[slot] !== request) {
        slots[slot] = request;
        lines[slot] = line;
        linesAbove[slot] = lineAbove;
        bytes[4 * slot] = bytes[4 * slot + 1] = bytes[4 * slot + 2] = bytes[4 * slot + 3] = 0;
        cacheLines++;
        this.#tags.add(line);
      }
      const sector = 4 * slot + ((byteAddress >>> 5) & 3);
      const before = bytes[sector]!;
      const after = before | (ones << byteAddress);
      if (after === before) continue;
      bytes[sector] = after;
      lanes++;
      if (before === 0) {
        sectors++;
        // Whether no other sector of what is fetched together was touched.
        if (
          fetchSectors === 1 ||
          (bytes[sector ^ 1] === 0 && (fetchSectors === 2 || (bytes[sector ^ 2] === 0 && bytes[sector ^ 3] === 0)))
        ) {
          fetches++;
        }
      }
      if (after === -1) fullSectors++;
    }
    this.cost.sectors = sectors;
    this.cost.cacheLines = cacheLines;
    this.#finish(op, lanes * bytesPerLane, fetches, fullSectors);
  }

  /**
   * Counts 32 lanes whose bytes are contiguous, in rising or falling order. The same counts as `count`, in closed form, because
   * full-size kernels consist of little else; a law in request-laws.test.ts compares the two.
   *
   * @param firstByte the lowest byte that a lane touches
   */
  countContiguous(op: MemoryOp, bytesPerLane: number, firstByte: number): void {
    const usefulBytes = WARP_SIZE * bytesPerLane;
    const lastByte = firstByte + usefulBytes - 1;
    const firstLine = firstByte >>> 7;
    const lastLine = lastByte >>> 7;
    this.cost.sectors = (lastByte >>> 5) - (firstByte >>> 5) + 1;
    this.cost.cacheLines = lastLine - firstLine + 1;
    this.#tags.clear();
    for (let line = firstLine; line <= lastLine; line++) this.#tags.add(line);
    const fullSectors = ((lastByte + 1) >>> 5) - ((firstByte + SECTOR_BYTES - 1) >>> 5);
    const fetches = Math.floor(lastByte / this.#fetchBytes) - Math.floor(firstByte / this.#fetchBytes) + 1;
    this.#finish(op, usefulBytes, fetches, fullSectors);
  }

  #finish(op: MemoryOp, usefulBytes: number, fetches: number, fullSectors: number): void {
    const { cost } = this;
    cost.requests = usefulBytes > 0 ? 1 : 0;
    cost.usefulBytes = usefulBytes;
    cost.idealSectors = Math.ceil(usefulBytes / SECTOR_BYTES);
    cost.tagWavefronts = this.#tags.wavefronts;
    cost.dramReadBytes = op === "load" ? fetches * this.#fetchBytes : (cost.sectors - fullSectors) * SECTOR_BYTES;
    cost.dramWriteBytes = op === "store" ? cost.sectors * SECTOR_BYTES : 0;
  }
}

/** Four times the lanes of a warp, so that probing stops soon; a power of two, so that a mask replaces the remainder. */
const SLOTS = 128;
/** As many bytes as 2^32 cache lines have. */
const LINES_2_32_BYTES = 2 ** 32 * CACHE_LINE_BYTES;

/** The cache lines of one request, and their bytes that were asked for: a small hash table, created once and reused. */
class TouchedLines {
  /** The request that took each slot: slots of earlier requests count as empty. */
  readonly slots = new Int32Array(SLOTS);
  /** Lower 32 bits of the line number, and the upper ones. */
  readonly lines = new Int32Array(SLOTS);
  readonly linesAbove = new Int32Array(SLOTS);
  /** Four sectors per line, and a bit for each byte of a sector. */
  readonly bytes = new Int32Array(4 * SLOTS);
  #request = 0;

  nextRequest(): number {
    if (this.#request === 0x7fffffff) {
      this.slots.fill(0);
      this.#request = 0;
    }
    return ++this.#request;
  }
}

/** Counts cache lines on their tag banks; the busiest bank decides how many wavefronts the tag stage takes. */
export class TagStage {
  readonly #banks: TagBanks;
  readonly #linesOnBank = new Int32Array(4);
  #lines = 0;

  constructor(banks: TagBanks) {
    this.#banks = banks;
  }

  clear(): void {
    const onBank = this.#linesOnBank;
    onBank[0] = onBank[1] = onBank[2] = onBank[3] = 0;
    this.#lines = 0;
  }

  /** @returns the pass that looks the line up, 0 for the first: in each pass, each bank takes the next of its lines */
  add(lineNumber: number): number {
    const before = this.#lines++;
    if (!this.#banks.masks) return Math.floor(before / this.#banks.count);
    return this.#linesOnBank[tagBank(lineNumber, this.#banks.masks)]!++;
  }

  get wavefronts(): number {
    if (!this.#banks.masks) return Math.ceil(this.#lines / this.#banks.count);
    const onBank = this.#linesOnBank;
    return Math.max(onBank[0]!, onBank[1]!, onBank[2]!, onBank[3]!);
  }
}

/** The tag bank, 0 to 3, of a cache line under a hash of the device's masks. */
export function tagBank(lineNumber: number, masks: readonly [number, number]): number {
  return parity(lineNumber & masks[0]) | (parity(lineNumber & masks[1]) << 1);
}

/** 1 when the number of set bits is odd. */
function parity(bits: number): number {
  bits ^= bits >>> 16;
  bits ^= bits >>> 8;
  bits ^= bits >>> 4;
  return (0x6996 >>> (bits & 15)) & 1;
}
