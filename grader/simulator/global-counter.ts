import type { Device } from "./devices.ts";
import { DistinctSet } from "./distinct.ts";
import { TagStage } from "./tag-banks.ts";
import { CACHE_LINE_BYTES, DRAM_BLOCK_BYTES, SECTOR_BYTES, WARP_SIZE, type MemoryOp } from "./warp-request.ts";

/**
 * The counting behind `globalCost`, for millions of requests: nothing is allocated after it is made.
 * The figures of the last request stand in its fields; they mean what `GlobalCost` says.
 */
export class GlobalCounter {
  requests = 0;
  sectors = 0;
  idealSectors = 0;
  cacheLines = 0;
  tagWavefronts = 0;
  usefulBytes = 0;
  dramReadBytes = 0;
  dramWriteBytes = 0;

  readonly #addresses = new DistinctSet();
  readonly #sectors = new DistinctSet();
  readonly #lines = new DistinctSet();
  readonly #blocks = new DistinctSet();
  readonly #tags: TagStage;

  constructor(device: Device) {
    this.#tags = new TagStage(device.tagBanks);
  }

  /** Any pattern. The addresses are aligned to the width, so that two lanes touch the same bytes or none in common. */
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
      const byteAddress = addresses[lane];
      if (!this.#addresses.add(byteAddress / bytesPerLane)) continue;
      if (this.#sectors.tally(Math.floor(byteAddress / SECTOR_BYTES)) === lanesPerSector) fullSectors++;
      const line = Math.floor(byteAddress / CACHE_LINE_BYTES);
      if (this.#lines.add(line)) this.#tags.add(line);
      this.#blocks.add(Math.floor(byteAddress / DRAM_BLOCK_BYTES));
    }
    this.sectors = this.#sectors.size;
    this.cacheLines = this.#lines.size;
    this.#finish(op, this.#addresses.size * bytesPerLane, this.#blocks.size, fullSectors);
  }

  /**
   * Addresses that rise from lane to lane, as in any strided walk: what is new differs from what the lane before touched,
   * and no set is needed. Says whether the pattern was of this kind.
   */
  #countAscending(op: MemoryOp, bytesPerLane: number, activeMask: number, addresses: ArrayLike<number>): boolean {
    const lanesPerSector = SECTOR_BYTES / bytesPerLane;
    let previous = -1;
    let [lanes, sectors, cacheLines, dramBlocks, fullSectors, lanesInSector] = [0, 0, 0, 0, 0, 0];
    this.#tags.clear();
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((activeMask >>> lane) & 1) === 0) continue;
      const byteAddress = addresses[lane];
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
    this.sectors = sectors;
    this.cacheLines = cacheLines;
    this.#finish(op, lanes * bytesPerLane, dramBlocks, fullSectors);
    return true;
  }

  /**
   * All 32 lanes in one run without gaps: lane i at firstByte ± i × bytesPerLane. The same figures as `count`, in closed form,
   * because full-size kernels consist of little else; a law of the tests holds the two together.
   *
   * @param firstByte the lowest byte of the run
   */
  countRun(op: MemoryOp, bytesPerLane: number, firstByte: number): void {
    const usefulBytes = WARP_SIZE * bytesPerLane;
    const lastByte = firstByte + usefulBytes - 1;
    const firstLine = firstByte >>> 7;
    const lastLine = lastByte >>> 7;
    this.sectors = (lastByte >>> 5) - (firstByte >>> 5) + 1;
    this.cacheLines = lastLine - firstLine + 1;
    this.#tags.clear();
    for (let line = firstLine; line <= lastLine; line++) this.#tags.add(line);
    const fullSectors = ((lastByte + 1) >>> 5) - ((firstByte + SECTOR_BYTES - 1) >>> 5);
    this.#finish(op, usefulBytes, (lastByte >>> 6) - (firstByte >>> 6) + 1, fullSectors);
  }

  #finish(op: MemoryOp, usefulBytes: number, dramBlocks: number, fullSectors: number): void {
    this.requests = usefulBytes > 0 ? 1 : 0;
    this.usefulBytes = usefulBytes;
    this.idealSectors = Math.ceil(usefulBytes / SECTOR_BYTES);
    this.tagWavefronts = this.#tags.wavefronts;
    this.dramReadBytes = op === "load" ? dramBlocks * DRAM_BLOCK_BYTES : (this.sectors - fullSectors) * SECTOR_BYTES;
    this.dramWriteBytes = op === "store" ? this.sectors * SECTOR_BYTES : 0;
  }
}
