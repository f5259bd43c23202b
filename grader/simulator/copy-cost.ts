import type { Device, TagBanks } from "./devices.ts";
import { DistinctSet } from "./distinct-set.ts";
import { TagStage, globalCost, type GlobalCost } from "./global-cost.ts";
import {
  BANK_COUNT,
  CACHE_LINE_BYTES,
  SECTOR_BYTES,
  WARP_SIZE,
  WORD_BYTES,
  checkAddress,
  isActive,
  type WarpRequest,
} from "./warp-request.ts";

// The rules were found on an H100 and hold on an H200: hardware/data/async-requests.jsonl.

/** The bytes that a lane's `cp.async` copies (PTX ISA, cp.async: cp-size). `.cg` copies 16. */
export const COPY_WIDTHS = [4, 8, 16] as const;

/** One warp's `cp.async`: a copy from global to shared memory that passes no register. */
export interface CopyRequest {
  /** `ca` takes the data from L1, which caches them; `cg` bypasses L1. */
  readonly cache: "ca" | "cg";
  readonly bytesPerLane: (typeof COPY_WIDTHS)[number];
  /** Bit i is set when lane i is active. */
  readonly activeMask: number;
  /** 32 byte addresses to copy to, lane 0 first; those of inactive lanes are ignored. */
  readonly sharedAddresses: readonly number[];
  /** 32 byte addresses to copy from. */
  readonly globalAddresses: readonly number[];
  /**
   * How many bytes each lane copies, from 0 to `bytesPerLane`; the rest of its place is filled with zeros (PTX ISA, cp.async: src-size). All of
   * them where it is left out.
   */
  readonly sourceBytes?: readonly number[] | undefined;
}

/** The cost of one warp's `cp.async`. */
export interface CopyCost {
  /** 1, or 0 when no lane reads anything (l1tex__t_requests_pipe_lsu_mem_global_op_ld). */
  readonly requests: number;
  /** Sectors that are asked for (l1tex__t_sectors_pipe_lsu_mem_global_op_ld). */
  readonly sectors: number;
  /** Passes of the tag stage (l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld). */
  readonly tagWavefronts: number;
  /**
   * Passes of the data stage (l1tex__data_pipe_lsu_wavefronts_mem_shared, less the 4 that a copy and its wait count besides). `cg` has
   * them only for zeros: the counter doesn't show how its data arrive.
   */
  readonly wavefronts: number;
  /** Wavefronts beyond one for each group of lanes in each pass of the tag stage (l1tex__data_bank_conflicts_pipe_lsu_mem_shared). */
  readonly bankConflicts: number;
}

const counters = new WeakMap<Device, CopyCounter>();

/**
 * Counts one `cp.async` as the device's profiler would.
 *
 * @throws RangeError for a request that hardware would refuse
 */
export function copyCost(request: CopyRequest, device: Device): CopyCost {
  checkCopyRequest(request);
  let counter = counters.get(device);
  if (!counter) counters.set(device, (counter = new CopyCounter(device.tagBanks)));
  counter.count(request);
  return { ...counter.cost };
}

/**
 * The cost of a request to global memory: `globalCost`, and of the side of a `cp.async.cg` that reads, what of it depends on where the data go
 * in shared memory.
 */
export function readCost(request: WarpRequest, device: Device): GlobalCost {
  const cost = globalCost(request, device);
  const { activeMask, addresses: globalAddresses, sharedAddresses } = request;
  if (sharedAddresses === undefined) return cost;
  const { requests, sectors, tagWavefronts } = copyCost(
    { cache: "cg", bytesPerLane: 16, activeMask, sharedAddresses, globalAddresses },
    device,
  );
  return { ...cost, requests, sectors, tagWavefronts };
}

function checkCopyRequest({ cache, bytesPerLane, activeMask, sharedAddresses, globalAddresses, sourceBytes }: CopyRequest): void {
  if (cache !== "ca" && cache !== "cg") throw new RangeError(`cache is ${String(cache)}; it is ca or cg`);
  if (!COPY_WIDTHS.includes(bytesPerLane)) {
    throw new RangeError(`${bytesPerLane} bytes per lane: cp.async copies ${COPY_WIDTHS.join(", ")} bytes`);
  }
  if (cache === "cg" && bytesPerLane !== 16) throw new RangeError(`${bytesPerLane} bytes per lane: cp.async.cg copies 16`);
  for (const [field, addresses] of Object.entries({ sharedAddresses, globalAddresses })) {
    if (addresses.length !== WARP_SIZE) {
      throw new RangeError(`"${field}" holds ${addresses.length}; it must hold ${WARP_SIZE}, lane 0 first, inactive lanes included`);
    }
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (isActive(activeMask, lane)) checkAddress(addresses[lane]!, lane, bytesPerLane, field);
    }
  }
  if (sourceBytes === undefined) return;
  if (sourceBytes.length !== WARP_SIZE)
    throw new RangeError(`"sourceBytes" holds ${sourceBytes.length}; it must hold ${WARP_SIZE}, lane 0 first`);
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    const bytes = sourceBytes[lane]!;
    if (!isActive(activeMask, lane) || (Number.isInteger(bytes) && bytes >= 0 && bytes <= bytesPerLane)) continue;
    throw new RangeError(
      `sourceBytes, lane ${lane}: ${String(bytes)} is not a number of bytes from 0 to ${bytesPerLane}, which the lane copies`,
    );
  }
}

/** The bytes of one word on each bank. */
const BANK_ROW_BYTES = BANK_COUNT * WORD_BYTES;

/**
 * The counting behind `copyCost`, for millions of requests: after its construction it allocates nothing, except for copies with `sourceBytes`.
 *
 * The tag stage looks lines up in passes: each of its four banks takes its lines one after the other, in the order of the first lanes that
 * ask for them. From there on, the two kinds differ.
 */
export class CopyCounter {
  /** Of the last request: the most wavefronts that one group of lanes takes in one pass of the tag stage; 1 without a conflict. */
  conflictDegree = 1;
  /** The cost of the last request. The object is reused: copy it to keep it. */
  readonly cost = { requests: 0, sectors: 0, tagWavefronts: 0, wavefronts: 0, bankConflicts: 0 };
  readonly #tags: TagStage;
  readonly #distinct = new DistinctSet();
  /** The pass of the tag stage that brings a lane's line. */
  readonly #passOfLane = new Int32Array(WARP_SIZE);
  /** The last wavefront so far that reads, and that writes, a place in the row of banks. */
  readonly #lastRead = new Int32Array(BANK_COUNT);
  readonly #lastWrite = new Int32Array(BANK_COUNT);
  /** The last lane of the piece that a lane belongs to, and the pass in which the piece leaves the tag stage. */
  readonly #lastOfPiece = new Int32Array(WARP_SIZE);
  readonly #passOfPiece = new Int32Array(WARP_SIZE);
  readonly #lanesOnPlace = new Int32Array(BANK_COUNT);

  constructor(tagBanks: TagBanks) {
    this.#tags = new TagStage(tagBanks);
  }

  count(request: CopyRequest): void {
    const { cost } = this;
    const { cache, activeMask, bytesPerLane, sourceBytes } = request;
    const readMask = sourceBytes === undefined ? activeMask : lanesWith(activeMask, (lane) => sourceBytes[lane]! > 0);
    const reading = readMask === activeMask ? request : { ...request, activeMask: readMask };
    cost.requests = readMask === 0 ? 0 : 1;
    cost.wavefronts = cost.bankConflicts = 0;
    this.conflictDegree = 1;
    this.#lookUpLines(reading);
    if (cache === "ca") this.#countThroughL1(reading);
    else this.#countPastL1(reading);
    if (sourceBytes === undefined) return;
    const zeroMask = (activeMask & ~readMask) >>> 0;
    for (let firstLane = 0; firstLane < WARP_SIZE; firstLane += BANK_ROW_BYTES / bytesPerLane) {
      this.#addZeros(this.#busiestPlace(firstLane, zeroMask, request));
    }
    const partialMask = lanesWith(readMask, (lane) => sourceBytes[lane]! < bytesPerLane);
    if (cache === "cg" && partialMask !== 0) this.#countPartialCopies(reading, partialMask);
  }

  #lookUpLines({ activeMask, globalAddresses }: CopyRequest): void {
    this.#tags.clear();
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!isActive(activeMask, lane)) continue;
      const line = lineOf(globalAddresses[lane]!);
      let before = 0;
      while (before < lane && !(isActive(activeMask, before) && lineOf(globalAddresses[before]!) === line)) before++;
      this.#passOfLane[lane] = before < lane ? this.#passOfLane[before]! : this.#tags.add(line);
    }
  }

  /**
   * Lanes whose lines come in one pass, in groups of 128 bytes (32, 16 or 8 lanes), are copied from bank to bank: a lane has to wait for every
   * lane before it that reads the same bank or writes the same bank. No words are joined, not even the same ones.
   */
  #countThroughL1({ bytesPerLane, activeMask, sharedAddresses, globalAddresses }: CopyRequest): void {
    const { cost } = this;
    this.#distinct.clear();
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (isActive(activeMask, lane)) this.#distinct.add(sectorOf(globalAddresses[lane]!));
    }
    cost.sectors = this.#distinct.size;
    cost.tagWavefronts = this.#tags.wavefronts;
    const groupSize = BANK_ROW_BYTES / bytesPerLane;
    for (let firstLane = 0; firstLane < WARP_SIZE; firstLane += groupSize) {
      for (let pass = 0; pass < cost.tagWavefronts; pass++) {
        const { wavefronts } = cost;
        this.#lastRead.fill(wavefronts);
        this.#lastWrite.fill(wavefronts);
        for (let lane = firstLane; lane < firstLane + groupSize; lane++) {
          if (!isActive(activeMask, lane) || this.#passOfLane[lane] !== pass) continue;
          const from = (globalAddresses[lane]! % BANK_ROW_BYTES) / bytesPerLane;
          const to = (sharedAddresses[lane]! % BANK_ROW_BYTES) / bytesPerLane;
          const wavefront = Math.max(this.#lastRead[from]!, this.#lastWrite[to]!) + 1;
          this.#lastRead[from] = this.#lastWrite[to] = wavefront;
          if (wavefront > cost.wavefronts) cost.wavefronts = wavefront;
        }
        if (cost.wavefronts > wavefronts) cost.bankConflicts += cost.wavefronts - wavefronts - 1;
        if (cost.wavefronts - wavefronts > this.conflictDegree) this.conflictDegree = cost.wavefronts - wavefronts;
      }
    }
  }

  /**
   * A piece is what goes from one cache line to one line of shared memory. A pass of the tag stage becomes as many as it has pieces on the
   * busiest of four lines of shared memory (the line's number modulo 4), the piece with the latest lane first. What several lanes would copy
   * to one place is asked for once, by the lane that `#copiesInsteadOf` names; a sector is counted for each sector of shared memory and cache
   * line that it comes from.
   */
  #countPastL1(request: CopyRequest): void {
    const { activeMask } = request;
    const { cost } = this;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (isActive(activeMask, lane)) this.#lastOfPiece[lane] = lastOfPiece(lane, request);
    }
    cost.tagWavefronts = 0;
    for (let pass = 0; pass < this.#tags.wavefronts; pass++) {
      const first = cost.tagWavefronts;
      for (let lane = 0; lane < WARP_SIZE; lane++) {
        if (!isActive(activeMask, lane) || this.#passOfLane[lane] !== pass) continue;
        this.#passOfPiece[lane] = first + this.#piecesBefore(lane, request);
        cost.tagWavefronts = Math.max(cost.tagWavefronts, this.#passOfPiece[lane]! + 1);
      }
    }
    let copyMask = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (isActive(activeMask, lane) && this.#copies(lane, request)) copyMask |= 1 << lane;
    }
    cost.sectors = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (isActive(copyMask, lane) && firstOfSector(lane, copyMask, request) === lane) cost.sectors++;
    }
  }

  /** Pieces of a lane's pass that go to the same one of four lines of shared memory before the lane's own. */
  #piecesBefore(lane: number, { activeMask, sharedAddresses }: CopyRequest): number {
    const lineOfFour = lineOf(sharedAddresses[lane]!) % LINES_TOGETHER;
    let pieces = 0;
    for (let last = this.#lastOfPiece[lane]! + 1; last < WARP_SIZE; last++) {
      if (!isActive(activeMask, last) || this.#lastOfPiece[last] !== last || this.#passOfLane[last] !== this.#passOfLane[lane]) continue;
      if (lineOf(sharedAddresses[last]!) % LINES_TOGETHER === lineOfFour) pieces++;
    }
    return pieces;
  }

  /** Whether no other lane copies to a lane's place instead. */
  #copies(lane: number, { activeMask, sharedAddresses }: CopyRequest): boolean {
    for (let other = 0; other < WARP_SIZE; other++) {
      if (sharedAddresses[other] !== sharedAddresses[lane] || !isActive(activeMask, other)) continue;
      if (this.#copiesInsteadOf(lane, other)) return false;
    }
    return true;
  }

  /** Of two lanes with one place: the one of the earlier pass, of the piece that ends with the later lane, or else the earlier lane. */
  #copiesInsteadOf(lane: number, other: number): boolean {
    return (this.#passOfLane[other]! - this.#passOfLane[lane]! || this.#lastOfPiece[lane]! - this.#lastOfPiece[other]! || other - lane) < 0;
  }

  /**
   * Past L1, a lane that copies only a part of its bytes has zeros written around them. If there is such a lane, every group of 8 lanes takes a
   * wavefront in each pass that brings it anything, and more where such lanes meet on a bank.
   */
  #countPartialCopies(reading: CopyRequest, partialMask: number): void {
    for (let firstLane = 0; firstLane < WARP_SIZE; firstLane += BANK_ROW_BYTES / reading.bytesPerLane) {
      for (let pass = 0; pass < this.cost.tagWavefronts; pass++) {
        const inPass = lanesWith(reading.activeMask, (lane) => this.#passOfPiece[lane] === pass);
        if (this.#busiestPlace(firstLane, inPass, reading) === 0) continue;
        this.#addZeros(Math.max(1, this.#busiestPlace(firstLane, inPass & partialMask, reading)));
      }
    }
  }

  /**
   * The most lanes of a group that write to one place in the row of banks; 0 when none does. Through L1, lanes with the same address count
   * each; past it, they count once.
   */
  #busiestPlace(firstLane: number, mask: number, { cache, bytesPerLane, sharedAddresses }: CopyRequest): number {
    let busiest = 0;
    this.#lanesOnPlace.fill(0);
    for (let lane = firstLane; lane < firstLane + BANK_ROW_BYTES / bytesPerLane; lane++) {
      if (!isActive(mask, lane)) continue;
      const address = sharedAddresses[lane]!;
      let before = firstLane;
      while (before < lane && !(isActive(mask, before) && sharedAddresses[before] === address)) before++;
      if (cache === "cg" && before < lane) continue;
      busiest = Math.max(busiest, ++this.#lanesOnPlace[(address % BANK_ROW_BYTES) / bytesPerLane]!);
    }
    return busiest;
  }

  /** Adds the wavefronts that write zeros for one group of lanes, as many as its busiest place has lanes. */
  #addZeros(wavefronts: number): void {
    this.cost.wavefronts += wavefronts;
    if (wavefronts > 0) this.cost.bankConflicts += wavefronts - 1;
    if (wavefronts > this.conflictDegree) this.conflictDegree = wavefronts;
  }
}

/** The lanes of a mask for which something holds, as a mask. */
function lanesWith(mask: number, holds: (lane: number) => boolean): number {
  let lanes = 0;
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    if (isActive(mask, lane) && holds(lane)) lanes |= 1 << lane;
  }
  return lanes >>> 0;
}

/** Lines of shared memory to which one pass of the tag stage can bring data past L1. */
const LINES_TOGETHER = 4;

function lastOfPiece(lane: number, { activeMask, sharedAddresses, globalAddresses }: CopyRequest): number {
  let last = WARP_SIZE - 1;
  while (
    !isActive(activeMask, last) ||
    lineOf(sharedAddresses[last]!) !== lineOf(sharedAddresses[lane]!) ||
    lineOf(globalAddresses[last]!) !== lineOf(globalAddresses[lane]!)
  )
    last--;
  return last;
}

/** The first lane of a mask that copies to the same sector of shared memory from the same cache line. */
function firstOfSector(lane: number, mask: number, { sharedAddresses, globalAddresses }: CopyRequest): number {
  const sector = sectorOf(sharedAddresses[lane]!);
  const line = lineOf(globalAddresses[lane]!);
  let first = 0;
  while (!isActive(mask, first) || sectorOf(sharedAddresses[first]!) !== sector || lineOf(globalAddresses[first]!) !== line) first++;
  return first;
}

const lineOf = (byteAddress: number): number => Math.floor(byteAddress / CACHE_LINE_BYTES);
const sectorOf = (byteAddress: number): number => Math.floor(byteAddress / SECTOR_BYTES);
