import { WARP_SIZE } from "#simulator";
import { SECTORS_PER_LINE, type TouchedLines } from "./request-footprint.ts";

/** What a request does, as a number. */
export const [LOAD, STORE, ATOMIC] = [0, 1, 2];
/** Loads of one access that are under way at a time: a compiler unrolls loops, and moves their loads to the front. */
const LOADS_UNDER_WAY = 16;

/** Requests of one warp that wait for their turn, as numbers one after the other. */
export class WaitingRequests {
  data = new Int32Array(256);
  next = 0;
  #length = 0;
  /** Loads under way, by access. */
  readonly #loads = new Map<number, number>();

  get hasMore(): boolean {
    return this.next < this.#length;
  }

  /** Returns how many numbers it takes. */
  add(does: number, firstLine: number, { count, lines, sectors, full, bytes }: TouchedLines): number {
    const from = this.#length;
    if (from + 1 + count * (2 + SECTORS_PER_LINE) > this.data.length) {
      const grown = new Int32Array(this.data.length * 2 + WARP_SIZE * 16);
      grown.set(this.data);
      this.data = grown;
    }
    const { data } = this;
    let at = from;
    data[at++] = does | (count << 2);
    for (let i = 0; i < count; i++) {
      data[at++] = firstLine + lines[i]!;
      data[at++] = sectors[i]! | (full[i]! << 4);
      if (does !== STORE) continue;
      for (let partly = sectors[i]! & ~full[i]!, sector = 0; partly !== 0; partly >>= 1, sector++) {
        if ((partly & 1) !== 0) data[at++] = bytes[i * SECTORS_PER_LINE + sector]!;
      }
    }
    this.#length = at;
    return at - from;
  }

  /** A load of an access. Returns 1 if the warp waits for others first, or if it is the first. */
  load(access: number): number {
    const loads = this.#loads;
    const underWay = loads.get(access) ?? 0;
    if (loads.size > 0 && underWay < LOADS_UNDER_WAY) {
      loads.set(access, underWay + 1);
      return 0;
    }
    loads.clear();
    loads.set(access, 1);
    return 1;
  }

  clear(): void {
    this.next = this.#length = 0;
    this.#loads.clear();
  }

  forgetLoads(): void {
    this.#loads.clear();
  }
}
