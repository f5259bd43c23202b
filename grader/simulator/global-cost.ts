import type { Device, TagBanks } from "./devices.ts";
import { DistinctSet } from "./distinct-set.ts";
import {
  CACHE_LINE_BYTES,
  DRAM_BLOCK_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  checkRequest,
  type MemoryOp,
  type WarpRequest,
} from "./warp-request.ts";

/** What one warp's load or store of global memory costs. Counts, unless a unit is named. */
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
   * Bytes that DRAM reads when nothing is cached: 64-byte blocks for a load (dram__bytes_read, H100);
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
  /** What the last request cost. The object is reused: copy what you keep. */
  readonly cost = noGlobalCost();
  readonly #addresses = new DistinctSet();
  readonly #sectors = new DistinctSet();
  readonly #lines = new DistinctSet();
  readonly #blocks = new DistinctSet();
  readonly #tags: TagStage;

  constructor(device: Device) {
    this.#tags = new TagStage(device.tagBanks);
  }

  /** Counts any pattern. The addresses are aligned to the width, so that two lanes touch the same bytes or none in common. */
  count(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): void {
    if (this.#countAscending(op, bytesPerLane, activeMask, addresses)) return;
    this.#addresses.clear();
    this.#sectors.clear();
    this.#lines.clear();
    this.#blocks.clear();
    this.#tags.clear();
    const lanesPerSector = SECTOR_BYTES / bytesPerLane;
    let fullSectors = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const byteAddress = addresses[lane]!;
      if (!this.#addresses.add(byteAddress / bytesPerLane)) continue;
      if (this.#sectors.tally(Math.floor(byteAddress / SECTOR_BYTES)) === lanesPerSector) fullSectors++;
      const line = Math.floor(byteAddress / CACHE_LINE_BYTES);
      if (this.#lines.add(line)) this.#tags.add(line);
      this.#blocks.add(Math.floor(byteAddress / DRAM_BLOCK_BYTES));
    }
    this.cost.sectors = this.#sectors.size;
    this.cost.cacheLines = this.#lines.size;
    this.#finish(op, this.#addresses.size * bytesPerLane, this.#blocks.size, fullSectors);
  }

  /**
   * Counts addresses that rise from lane to lane, as in any strided walk: a sector or line is new if the previous lane did not
   * touch it, so no set is needed. Returns whether the addresses do rise.
   */
  #countAscending(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): boolean {
    const lanesPerSector = SECTOR_BYTES / bytesPerLane;
    let previous = -1;
    let [lanes, sectors, cacheLines, dramBlocks, fullSectors, lanesInSector] = [0, 0, 0, 0, 0, 0];
    this.#tags.clear();
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const byteAddress = addresses[lane]!;
      if (byteAddress <= previous) return false;
      const sector = Math.floor(byteAddress / SECTOR_BYTES);
      if (lanes === 0 || sector !== Math.floor(previous / SECTOR_BYTES)) {
        sectors++;
        lanesInSector = 0;
      }
      if (++lanesInSector === lanesPerSector) fullSectors++;
      const line = Math.floor(byteAddress / CACHE_LINE_BYTES);
      if (lanes === 0 || line !== Math.floor(previous / CACHE_LINE_BYTES)) {
        cacheLines++;
        this.#tags.add(line);
      }
      if (lanes === 0 || Math.floor(byteAddress / DRAM_BLOCK_BYTES) !== Math.floor(previous / DRAM_BLOCK_BYTES)) dramBlocks++;
      lanes++;
      previous = byteAddress;
    }
    this.cost.sectors = sectors;
    this.cost.cacheLines = cacheLines;
    this.#finish(op, lanes * bytesPerLane, dramBlocks, fullSectors);
    return true;
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
    this.#finish(op, usefulBytes, (lastByte >>> 6) - (firstByte >>> 6) + 1, fullSectors);
  }

  #finish(op: MemoryOp, usefulBytes: number, dramBlocks: number, fullSectors: number): void {
    const { cost } = this;
    cost.requests = usefulBytes > 0 ? 1 : 0;
    cost.usefulBytes = usefulBytes;
    cost.idealSectors = Math.ceil(usefulBytes / SECTOR_BYTES);
    cost.tagWavefronts = this.#tags.wavefronts;
    cost.dramReadBytes = op === "load" ? dramBlocks * DRAM_BLOCK_BYTES : (cost.sectors - fullSectors) * SECTOR_BYTES;
    cost.dramWriteBytes = op === "store" ? cost.sectors * SECTOR_BYTES : 0;
  }
}

/** Counts cache lines on their tag banks; the busiest bank decides how many wavefronts the tag stage takes. */
class TagStage {
  readonly #banks: TagBanks;
  readonly #linesOnBank = new Int32Array(4);
  #lines = 0;

  constructor(banks: TagBanks) {
    this.#banks = banks;
  }

  clear(): void {
    this.#linesOnBank.fill(0);
    this.#lines = 0;
  }

  add(lineNumber: number): void {
    this.#lines++;
    if (this.#banks.masks) this.#linesOnBank[tagBank(lineNumber, this.#banks.masks)]!++;
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
