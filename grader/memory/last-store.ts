import { WARP_SIZE } from "#simulator";

/** The lines of a store, with their sectors, and those of the stores to them right before it. */
export class LastStore {
  #lines = new Int32Array(WARP_SIZE);
  #sectors = new Uint8Array(WARP_SIZE);
  #nextLines = new Int32Array(WARP_SIZE);
  #nextSectors = new Uint8Array(WARP_SIZE);
  #count = 0;
  #next = 0;

  /** Of a line of the next store, the sectors that are not under way already. */
  add(line: number, sectors: number): number {
    const before = this.#count === 0 ? 0 : this.#sectorsOf(line);
    this.#nextLines[this.#next] = line;
    this.#nextSectors[this.#next++] = sectors | before;
    return sectors & ~before;
  }

  /** Stores to the same lines have them in the same order, or one further on or back. */
  #sectorsOf(line: number): number {
    for (let at = this.#next - 1; at <= this.#next + 1; at++)
      if (at >= 0 && at < this.#count && this.#lines[at] === line) return this.#sectors[at]!;
    return 0;
  }

  /** The store is whole. */
  end(): void {
    [this.#lines, this.#nextLines] = [this.#nextLines, this.#lines];
    [this.#sectors, this.#nextSectors] = [this.#nextSectors, this.#sectors];
    this.#count = this.#next;
    this.#next = 0;
  }

  forget(): void {
    this.#count = 0;
  }
}

/**
 * Of sectors that a warp has just stored to and stores to again, the share that L1 sends to L2 once. It holds few lines for that, which
 * the stores of other warps take: `store_fields_4` (hardware/data/joined-stores-h100.csv), where 64 warps per SM store to 4 to 32
 * lines each, and one warp: those of 4 lines are joined, and with 64 warps e times less for every 3 lines more.
 *
 * @param lines of a store
 * @param warps that an SM holds
 */
export function joinedShare(lines: number, warps: number): number {
  return lines > 16 ? 0 : Math.exp((-Math.max(0, lines - 4) / 3) * (warps / 64));
}
