import { CACHE_LINE_BYTES, SECTOR_BYTES, WARP_SIZE } from "#simulator";

/** Sectors of a cache line. */
export const SECTORS_PER_LINE = CACHE_LINE_BYTES / SECTOR_BYTES;
const ALL_BYTES = -1;

/**
 * Which bytes of which cache lines one warp's request touches: line by line in the order of the lanes, each line once.
 *
 * One object serves all requests of an access, one after the other. What a request touches depends on where its first lane is in its
 * line and on the distances of the others from it; so a request like the one before it only moves the lines.
 */
export class RequestFootprint {
  /** Distinct cache lines. */
  count = 0;
  /** Of each line: its number less that of the line of the first active lane. */
  readonly lines = new Int32Array(2 * WARP_SIZE);
  /** Bit s: sector s of the line is touched. */
  readonly sectors = new Uint8Array(2 * WARP_SIZE);
  /** Bit s: all 32 bytes of sector s are touched. */
  readonly full = new Uint8Array(2 * WARP_SIZE);
  /** Bit b of element 4 × line + sector: byte b of the sector is touched. */
  readonly bytes = new Int32Array(2 * WARP_SIZE * SECTORS_PER_LINE);
  /** Sectors of all lines. */
  sectorCount = 0;
  /** Those of them that are touched whole. */
  fullCount = 0;
  /** Whether the last request was unlike the one before it. */
  isNew = true;
  readonly #bytesPerLane: number;
  #mask = 0;
  #offset = -1;
  readonly #distances = new Float64Array(WARP_SIZE);

  /** @param bytesPerLane bytes that each active lane accesses, at a multiple of this number */
  constructor(bytesPerLane: number) {
    this.#bytesPerLane = bytesPerLane;
  }

  /**
   * Takes the request in.
   *
   * @param mask bit i: lane i is active; not 0
   * @param addresses 32 byte addresses; those of inactive lanes mean nothing
   * @returns the number of the line that `lines` are counted from
   */
  take(mask: number, addresses: ArrayLike<number>): number {
    const first = addresses[31 - Math.clz32(mask & -mask)]!;
    const offset = first % CACHE_LINE_BYTES;
    const firstLine = (first - offset) / CACHE_LINE_BYTES;
    this.isNew = mask !== this.#mask || offset !== this.#offset || !this.#hasLastDistances(mask, first, addresses);
    if (this.isNew) {
      this.#mask = mask;
      this.#offset = offset;
      for (let lane = 0; lane < WARP_SIZE; lane++) this.#distances[lane] = addresses[lane]! - first;
      this.#touch(mask, offset);
    }
    return firstLine;
  }

  #hasLastDistances(mask: number, first: number, addresses: ArrayLike<number>): boolean {
    const distances = this.#distances;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (addresses[lane]! - first !== distances[lane] && ((mask >>> lane) & 1) !== 0) return false;
    }
    return true;
  }

  #touch(mask: number, offset: number): void {
    this.count = 0;
    this.bytes.fill(0);
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (((mask >>> lane) & 1) === 0) continue;
      const from = offset + this.#distances[lane]!;
      const line = Math.floor(from / CACHE_LINE_BYTES);
      const place = this.#placeOf(line);
      let sector = Math.floor((from - line * CACHE_LINE_BYTES) / SECTOR_BYTES);
      const byte = from - line * CACHE_LINE_BYTES - sector * SECTOR_BYTES;
      // A lane's access is aligned: it stays within its sector, or is a whole one.
      const bits = this.#bytesPerLane >= SECTOR_BYTES ? ALL_BYTES : ((1 << this.#bytesPerLane) - 1) << byte;
      for (let left = this.#bytesPerLane; left > 0; left -= SECTOR_BYTES, sector++) {
        this.bytes[place * SECTORS_PER_LINE + sector]! |= bits;
      }
    }
    this.sectorCount = this.fullCount = 0;
    for (let place = 0; place < this.count; place++) {
      let [sectors, full] = [0, 0];
      for (let sector = 0; sector < SECTORS_PER_LINE; sector++) {
        const bits = this.bytes[place * SECTORS_PER_LINE + sector]!;
        if (bits === 0) continue;
        this.sectorCount++;
        sectors |= 1 << sector;
        if (bits === ALL_BYTES) {
          full |= 1 << sector;
          this.fullCount++;
        }
      }
      this.sectors[place] = sectors;
      this.full[place] = full;
    }
  }

  #placeOf(line: number): number {
    for (let place = this.count - 1; place >= 0; place--) if (this.lines[place] === line) return place;
    this.lines[this.count] = line;
    return this.count++;
  }
}
