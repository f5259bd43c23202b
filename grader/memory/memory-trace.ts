import { SECTOR_BYTES, type FetchGranularity } from "#simulator";
import { L1Cache } from "./l1-cache.ts";
import { L2Cache } from "./l2-cache.ts";
import { RequestFootprint, SECTORS_PER_LINE, type MemoryOperation } from "./request-footprint.ts";

/** A memory system to be traced: its caches start cold. */
interface TracedSystem {
  readonly sms: number;
  /** L1 of each SM, and the L2 of all, in bytes. */
  readonly l1Bytes: number;
  readonly l2Bytes: number;
  readonly fetchGranularityBytes: FetchGranularity;
}

/** A request of a warp to global memory. */
export interface TracedRequest {
  /** The number of the warp's SM. */
  readonly sm: number;
  readonly operation: Exclude<MemoryOperation, "atomic">;
  readonly bytesPerLane: number;
  /** Bit i: lane i is active; not 0. */
  readonly activeMask: number;
  /** 32 byte addresses. */
  readonly addresses: ArrayLike<number>;
}

/** What one request does on its way through the memory system. Sectors are numbers: byte address ÷ 32. */
export interface Journey {
  /** The sectors that its lanes touch, line by line. */
  readonly sectors: readonly number[];
  /** Those of a load that L1 has already, and those that L1 lacks and L2 has. A store's go to L2, whatever L1 has. */
  readonly l1Hits: readonly number[];
  readonly l2Hits: readonly number[];
  /** Sectors that DRAM sends to L2: those that a load lacks, and their neighbours in the same fetch. */
  readonly fetched: readonly number[];
  /** Sectors that L2 writes back to DRAM, to make room. */
  readonly writtenBack: readonly number[];
  readonly dramReadBytes: number;
  readonly dramWriteBytes: number;
  /** Rows of DRAM that had to be opened for them. */
  readonly dramRows: number;
}

/** The sectors that each cache holds. */
export interface CacheContents {
  /** One per SM. */
  readonly l1: readonly ReadonlySet<number>[];
  readonly l2: ReadonlySet<number>;
  /** Sectors of L2 that DRAM doesn't have yet. */
  readonly dirty: ReadonlySet<number>;
}

/**
 * Evidence of what `MemorySystem` counts: the same caches, and after each request which sectors went where. For a few requests that a
 * picture shows one by one, in the order in which they are given; no warp or block takes turns with another.
 */
export class MemoryTrace {
  readonly #l1s: readonly L1Cache[];
  readonly #l2: L2Cache;
  readonly #granularity: number;
  /** Lines that were ever touched. */
  readonly #lines = new Set<number>();

  constructor({ sms, l1Bytes, l2Bytes, fetchGranularityBytes }: TracedSystem) {
    this.#l1s = Array.from({ length: sms }, () => new L1Cache(l1Bytes));
    this.#l2 = new L2Cache(l2Bytes, fetchGranularityBytes);
    this.#granularity = fetchGranularityBytes;
  }

  request({ sm, operation, bytesPerLane, activeMask, addresses }: TracedRequest): Journey {
    const footprint = new RequestFootprint(operation, bytesPerLane);
    const firstLine = footprint.take(activeMask, addresses);
    const { count, lines, sectors, bytes } = footprint.touched;
    const l2 = this.#l2;
    const before = { reads: l2.dramReadBytes, writes: l2.dramWriteBytes, rows: l2.dramReadRows + l2.dramWriteRows };
    const touched: number[] = [];
    const l1Hits: number[] = [];
    const l2Hits: number[] = [];
    const fetched: number[] = [];
    const writtenBack: number[] = [];
    for (let i = 0; i < count; i++) {
      const line = firstLine + lines[i]!;
      const asked = sectors[i]!;
      this.#lines.add(line);
      touched.push(...sectorNumbers(line, asked));
      const dirty = this.#dirtySectors();
      if (operation === "store") l2.write(line, asked, bytes, i * SECTORS_PER_LINE);
      else {
        const missing = this.#l1s[sm]!.load(line, asked);
        l1Hits.push(...sectorNumbers(line, asked & ~missing));
        if (missing !== 0) {
          const had = l2.contents(line).valid;
          l2.read(line, missing);
          l2Hits.push(...sectorNumbers(line, missing & had));
          fetched.push(...sectorNumbers(line, l2.contents(line).valid & ~had));
        }
      }
      const isDirty = this.#dirtySectors();
      for (const sector of dirty) if (!isDirty.has(sector)) writtenBack.push(sector);
    }
    return {
      sectors: touched,
      l1Hits,
      l2Hits,
      fetched,
      writtenBack,
      dramReadBytes: l2.dramReadBytes - before.reads,
      dramWriteBytes: l2.dramWriteBytes - before.writes,
      dramRows: l2.dramReadRows + l2.dramWriteRows - before.rows,
    };
  }

  /**
   * Other data takes all of L2: it writes back what DRAM doesn't have yet. Only what that moves is counted, and not the other data, which is
   * read from one sector in each of many lines.
   */
  crowdOut(): Journey {
    const l2 = this.#l2;
    const before = { reads: l2.dramReadBytes, writes: l2.dramWriteBytes, rows: l2.dramWriteRows };
    const writtenBack = [...this.#dirtySectors()].sort((a, b) => a - b);
    let otherReads = 0;
    const clean = before.writes + SECTOR_BYTES * writtenBack.length;
    for (let line = Math.max(...this.#lines) + 1; l2.dramWriteBytes < clean; line++) {
      const readBytes = l2.dramReadBytes;
      l2.read(line, 1);
      otherReads += Math.min(this.#granularity, l2.dramReadBytes - readBytes);
    }
    return {
      sectors: [],
      l1Hits: [],
      l2Hits: [],
      fetched: [],
      writtenBack,
      dramReadBytes: l2.dramReadBytes - before.reads - otherReads,
      dramWriteBytes: l2.dramWriteBytes - before.writes,
      dramRows: l2.dramWriteRows - before.rows,
    };
  }

  /** What the caches hold now. */
  contents(): CacheContents {
    const lines = [...this.#lines];
    return {
      l1: this.#l1s.map((l1) => new Set(lines.flatMap((line) => sectorNumbers(line, l1.present(line))))),
      l2: new Set(lines.flatMap((line) => sectorNumbers(line, this.#l2.contents(line).valid | this.#l2.contents(line).dirty))),
      dirty: this.#dirtySectors(),
    };
  }

  #dirtySectors(): Set<number> {
    return new Set([...this.#lines].flatMap((line) => sectorNumbers(line, this.#l2.contents(line).dirty)));
  }
}

/** The numbers of a line's sectors, given as bits. */
function sectorNumbers(line: number, bits: number): number[] {
  return Array.from({ length: SECTORS_PER_LINE }, (_, sector) => sector)
    .filter((sector) => ((bits >> sector) & 1) === 1)
    .map((sector) => line * SECTORS_PER_LINE + sector);
}
