import { WARP_SIZE } from "#simulator";
import { firstLaneOf } from "#simulator/warp-request.ts";
import type { AccessSite } from "../ir/access-site.ts";
import type { Memory } from "./memory.ts";
import type { WrittenBytes } from "./written-bytes.ts";

/** The fewest bytes that a `cp.async` copies: whether a copy is in flight is noted for each word. */
const WORD_SHIFT = 2;
/** Bits of a thread's number among those of its cluster, and one more. */
const THREAD_BITS = 15;
const MOST_WARPS = 32;
const EVERY_GROUP = 2 ** 31 - 1;

/** Most bytes that a lane copies at once. */
const MOST_BYTES = 16;

/** One warp's `cp.async` whose data have not landed for all of its lanes. */
export class CopyInFlight {
  /** The number of its block in the grid, and of its warp in the block. */
  block = 0;
  warp = 0;
  rank = 0;
  site: AccessSite;
  /** Lanes whose copies are in flight. */
  lanes = 0;
  /** Where they go, in shared memory. */
  readonly addresses = new Float64Array(WARP_SIZE);
  /** The words that are copied, of each lane side by side, and their bytes. */
  readonly data = new Uint32Array((WARP_SIZE * MOST_BYTES) >> WORD_SHIFT);
  readonly bytes = new Uint8Array(this.data.buffer);
  /** Where they come from, in global memory, how many bytes each lane reads there, and the first and last of all. */
  readonly from = new Float64Array(WARP_SIZE);
  readonly sizes = new Int32Array(WARP_SIZE);
  #firstRead = 0;
  #endOfReads = 0;
  /** How many groups each lane had committed before it: the number of the group that the copy belongs to. */
  readonly groups = new Int32Array(WARP_SIZE);

  constructor(site: AccessSite) {
    this.site = site;
  }

  /** Notes where the lanes read. @param sizes how many bytes; all of them without */
  readFrom(from: Float64Array, sizes: Float64Array | undefined): void {
    const { bytesPerLane } = this.site;
    this.from.set(from);
    this.#firstRead = Infinity;
    this.#endOfReads = -Infinity;
    for (let rest = this.lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const size = sizes === undefined ? bytesPerLane : Math.max(0, Math.min(bytesPerLane, sizes[lane]!));
      this.sizes[lane] = size;
      this.#firstRead = Math.min(this.#firstRead, from[lane]!);
      this.#endOfReads = Math.max(this.#endOfReads, from[lane]! + size);
    }
  }

  /** Whether it may read some bytes between two addresses. */
  mayRead(first: number, end: number): boolean {
    return first < this.#endOfReads && end > this.#firstRead;
  }

  /** Whether 32 lanes copy to places side by side, lane 0 first. */
  get isRun(): boolean {
    const { addresses, site } = this;
    if (this.lanes !== -1) return false;
    for (let lane = 1; lane < WARP_SIZE; lane++) if (addresses[lane] !== addresses[0]! + lane * site.bytesPerLane) return false;
    return true;
  }
}

/** What is known of a copy in flight to an address. */
export interface FlightState {
  /** The number of the copying thread in its block. */
  readonly thread: number;
  readonly site: AccessSite;
  readonly isCommitted: boolean;
}

/**
 * The copies of `cp.async` that are in flight in a block. The data of a copy are read when it is issued, and land as late as they may: when its
 * thread waits for its group, which makes them visible to the thread (PTX ISA, cp.async.wait_group).
 */
export class AsyncCopies {
  /** Words of shared memory that copies are in flight to. */
  words = 0;
  readonly #memory: Memory;
  readonly #copies: CopyInFlight[] = [];
  /** Those that have landed, to be used again. */
  readonly #landed: CopyInFlight[] = [];
  /** For each lane of a warp that waits, the number of the first group that it doesn't wait for. */
  readonly #upTo = new Int32Array(WARP_SIZE);
  /** The groups that each thread has committed. */
  #committed = new Int32Array(0);
  /** For each block of the cluster and each word of its shared memory, the site and the thread of the copy to it; 0 for none. */
  readonly #flights: Int32Array[] = [];

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.#copies.length === 0;
  }

  /** The block, or the blocks of the cluster, have ended. Returns the copies that nobody has waited for. */
  end(): readonly { readonly copy: CopyInFlight; readonly isCommitted: (lane: number) => boolean }[] {
    if (this.#copies.length === 0) {
      this.#committed.fill(0);
      return [];
    }
    const committed = this.#committed.slice();
    const left = this.#copies.splice(0).map((copy) => ({
      copy,
      isCommitted: (lane: number) => copy.groups[lane]! < committed[threadOf(copy.rank, copy.warp, lane)]!,
    }));
    for (const flights of this.#flights) flights?.fill(0);
    this.words = 0;
    this.#committed.fill(0);
    return left;
  }

  /** A copy to be filled in, and issued unless it copies nothing. */
  fresh(site: AccessSite): CopyInFlight {
    const copy = this.#landed.at(-1) ?? new CopyInFlight(site);
    copy.site = site;
    return copy;
  }

  issue(copy: CopyInFlight, block: number, warp: number): void {
    const { rank } = this.#memory;
    if (this.#landed.at(-1) === copy) this.#landed.pop();
    copy.block = block;
    copy.warp = warp;
    copy.rank = rank;
    for (let rest = copy.lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      copy.groups[lane] = this.#groupsOf(rank, warp, lane);
      this.#note(copy.addresses[lane]!, copy.site, threadOf(rank, warp, lane));
    }
    this.#copies.push(copy);
  }

  /** The copies of these lanes since their last group are a group. */
  commit(warp: number, lanes: number): void {
    const { rank } = this.#memory;
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      this.#committed[threadOf(rank, warp, lane)] = this.#groupsOf(rank, warp, lane) + 1;
    }
  }

  /**
   * These lanes wait until all but so many of their last groups have landed; without a number, for every copy.
   *
   * @param written notes the bytes that have landed
   * @param landed is called with the lanes of each request whose data have landed
   */
  wait(
    warp: number,
    lanes: number,
    pending: number | Float64Array | undefined,
    written: WrittenBytes | undefined,
    landed: (site: AccessSite, lanes: number, addresses: Float64Array) => void,
  ): void {
    const { rank } = this.#memory;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (pending === undefined) this.#upTo[lane] = EVERY_GROUP;
      else this.#upTo[lane] = this.#groupsOf(rank, warp, lane) - (typeof pending === "number" ? pending : pending[lane]!);
    }
    let kept = 0;
    for (const copy of this.#copies) {
      const done = copy.warp === warp && copy.rank === rank ? this.#done(copy, lanes & copy.lanes) : 0;
      if (done !== 0) {
        this.#land(copy, done, written);
        landed(copy.site, done, copy.addresses);
      }
      if (copy.lanes !== 0) this.#copies[kept++] = copy;
      else this.#landed.push(copy);
    }
    this.#copies.length = kept;
  }

  /** The lanes of a request that touch a word to which a copy is in flight. */
  touched(bytesPerLane: number, lanes: number, addresses: ArrayLike<number>): number {
    const { rank, sharedBase } = this.#memory;
    const flights = this.#flights[rank];
    let touched = 0;
    if (!flights) return touched;
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const last = (addresses[lane]! + bytesPerLane - 1 - sharedBase) >> WORD_SHIFT;
      for (let word = (addresses[lane]! - sharedBase) >> WORD_SHIFT; word <= last; word++) if (flights[word]) touched |= 1 << lane;
    }
    return touched;
  }

  /** Whether evenly spaced lanes touch such a word. */
  isTouchedByRun(bytesPerLane: number, lanes: number, first: number, strideBytes: number): boolean {
    const { rank, sharedBase } = this.#memory;
    const flights = this.#flights[rank];
    if (!flights) return false;
    for (let lane = 0, offset = first - sharedBase; lane < WARP_SIZE; lane++, offset += strideBytes) {
      if (((lanes >>> lane) & 1) === 0) continue;
      const last = (offset + bytesPerLane - 1) >> WORD_SHIFT;
      for (let word = offset >> WORD_SHIFT; word <= last; word++) if (flights[word]) return true;
      if (strideBytes === 0) return false;
    }
    return false;
  }

  /** The first of the bytes from an address on to which a copy is in flight, with what is known of it. */
  stateAt(address: number, bytes: number): (FlightState & { readonly address: number }) | undefined {
    const { rank, sharedBase } = this.#memory;
    for (let at = address; at < address + bytes; at += 1 << WORD_SHIFT) {
      const flight = this.#flights[rank]?.[(at - sharedBase) >> WORD_SHIFT];
      if (!flight) continue;
      const thread = ((flight & ((1 << THREAD_BITS) - 1)) - 1) % (MOST_WARPS * WARP_SIZE);
      const [warp, lane] = [Math.floor(thread / WARP_SIZE), thread % WARP_SIZE];
      const copy = this.#copies.find((one) => one.warp === warp && one.rank === rank && isIn(one, lane, at));
      if (copy) return { address: at, thread, site: copy.site, isCommitted: copy.groups[lane]! < this.#groupsOf(rank, warp, lane) };
    }
    return undefined;
  }

  /** Whether a copy in flight may read some bytes of global memory between two addresses. */
  mayRead(first: number, end: number): boolean {
    return this.#copies.some((copy) => copy.mayRead(first, end));
  }

  /** The thread, by its number in its block, and the block of a copy in flight that reads some of these bytes of global memory. */
  reading(address: number, bytes: number): { readonly thread: number; readonly block: number } | undefined {
    for (const { block, warp, lanes, from, sizes } of this.#copies) {
      for (let rest = lanes; rest !== 0; rest &= rest - 1) {
        const lane = firstLaneOf(rest);
        if (address < from[lane]! + sizes[lane]! && address + bytes > from[lane]!) return { thread: warp * WARP_SIZE + lane, block };
      }
    }
    return undefined;
  }

  #done(copy: CopyInFlight, lanes: number): number {
    let done = 0;
    for (let lane = 0; lane < WARP_SIZE; lane++) if (copy.groups[lane]! < this.#upTo[lane]!) done |= 1 << lane;
    return done & lanes;
  }

  #land(copy: CopyInFlight, lanes: number, written: WrittenBytes | undefined): void {
    const { addresses, data } = copy;
    const { bytesPerLane } = copy.site;
    const { u32 } = this.#memory;
    const words = bytesPerLane >> WORD_SHIFT;
    if (lanes === -1 && copy.isRun) {
      const first = addresses[0]! >> WORD_SHIFT;
      for (let i = 0; i < WARP_SIZE * words; i++) u32[first + i] = data[i]!;
      written?.markRun(bytesPerLane, lanes, addresses[0]!, bytesPerLane);
      this.#noteNone(addresses[0]!, WARP_SIZE * words);
      copy.lanes = 0;
      return;
    }
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const address = addresses[lane]!;
      const word = address >> WORD_SHIFT;
      for (let i = 0; i < words; i++) u32[word + i] = data[lane * words + i]!;
      written?.markBetween(address, address + bytesPerLane);
      this.#noteNone(address, words);
    }
    copy.lanes &= ~lanes;
  }

  /** The flights to the block that runs, by the words of its shared memory. */
  #flightsOfBlock(): Int32Array {
    const { rank, sharedBytes } = this.#memory;
    return (this.#flights[rank] ??= new Int32Array(Math.ceil(sharedBytes / (1 << WORD_SHIFT))));
  }

  /** Notes a copy to the words of a lane. */
  #note(address: number, { number, bytesPerLane }: AccessSite, thread: number): void {
    const flights = this.#flightsOfBlock();
    const first = (address - this.#memory.sharedBase) >> WORD_SHIFT;
    const now = (number << THREAD_BITS) | (thread + 1);
    for (let word = first; word < first + (bytesPerLane >> WORD_SHIFT); word++) {
      if (flights[word] === 0) this.words++;
      flights[word] = now;
    }
  }

  /** Notes that no copy to some words is in flight any more. */
  #noteNone(address: number, words: number): void {
    const flights = this.#flightsOfBlock();
    const first = (address - this.#memory.sharedBase) >> WORD_SHIFT;
    for (let word = first; word < first + words; word++) {
      if (flights[word] !== 0) this.words--;
      flights[word] = 0;
    }
  }

  #groupsOf(rank: number, warp: number, lane: number): number {
    const thread = threadOf(rank, warp, lane);
    if (thread >= this.#committed.length) {
      const grown = new Int32Array(Math.max(WARP_SIZE, 2 * this.#committed.length, thread + 1));
      grown.set(this.#committed);
      this.#committed = grown;
    }
    return this.#committed[thread]!;
  }
}

/** The number of a thread among those of its cluster. */
function threadOf(rank: number, warp: number, lane: number): number {
  return (rank * MOST_WARPS + warp) * WARP_SIZE + lane;
}

function isIn({ lanes, addresses, site }: CopyInFlight, lane: number, address: number): boolean {
  return ((lanes >>> lane) & 1) !== 0 && address >= addresses[lane]! && address < addresses[lane]! + site.bytesPerLane;
}
