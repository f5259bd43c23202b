import { WARP_SIZE } from "#simulator";
import type { AccessSite } from "../ir/access-site.ts";
import type { Memory } from "./memory.ts";
import type { WrittenBytes } from "./written-bytes.ts";

/** The fewest bytes that a `cp.async` copies: whether a copy is in flight is noted for each word. */
const WORD_SHIFT = 2;
/** Bits of a thread's number among those of its cluster, and one more. */
const THREAD_BITS = 15;
const MOST_WARPS = 32;

/** One warp's `cp.async` whose data have not landed for all of its lanes. */
export interface CopyInFlight {
  /** The number of its block in the grid, and of its warp in the block. */
  readonly block: number;
  readonly warp: number;
  readonly rank: number;
  readonly site: AccessSite;
  /** Lanes whose copies are in flight. */
  lanes: number;
  readonly addresses: Float64Array;
  /** The words that are copied, of each lane side by side. */
  readonly data: Uint32Array;
  /** Addresses in global memory, and how many bytes each lane reads there. */
  readonly from: Float64Array;
  readonly sizeOf: (lane: number) => number;
  /** How many groups each lane had committed before it: the number of the group that the copy belongs to. */
  readonly groups: Int32Array;
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
  end(): readonly (CopyInFlight & { readonly isCommitted: (lane: number) => boolean })[] {
    if (this.#copies.length === 0) {
      this.#committed.fill(0);
      return [];
    }
    const committed = this.#committed.slice();
    const left = this.#copies.splice(0).map((copy) => ({
      ...copy,
      isCommitted: (lane: number) => copy.groups[lane]! < committed[threadOf(copy.rank, copy.warp, lane)]!,
    }));
    for (const flights of this.#flights) flights?.fill(0);
    this.words = 0;
    this.#committed.fill(0);
    return left;
  }

  /** @param copied its addresses in shared memory are kept */
  issue(copied: Pick<CopyInFlight, "block" | "warp" | "site" | "lanes" | "addresses" | "data" | "from" | "sizeOf">): void {
    const { rank } = this.#memory;
    const { warp, site, lanes, addresses } = copied;
    const groups = new Int32Array(WARP_SIZE);
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      groups[lane] = this.#groupsOf(rank, warp, lane);
      this.#note(addresses[lane]!, site, threadOf(rank, warp, lane));
    }
    this.#copies.push({ ...copied, rank, groups });
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
    pending: ((lane: number) => number) | undefined,
    written: WrittenBytes | undefined,
    landed: (site: AccessSite, lanes: number, addresses: Float64Array) => void,
  ): void {
    let kept = 0;
    for (const copy of this.#copies) {
      const done = copy.warp === warp && copy.rank === this.#memory.rank ? this.#done(copy, lanes & copy.lanes, pending) : 0;
      if (done !== 0) {
        this.#land(copy, done, written);
        landed(copy.site, done, copy.addresses);
      }
      if (copy.lanes !== 0) this.#copies[kept++] = copy;
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

  /** The thread, by its number in its block, and the site of a copy in flight that reads some of these bytes of global memory. */
  reading(address: number, bytes: number): Pick<FlightState, "thread" | "site"> | undefined {
    for (const { warp, lanes, from, sizeOf, site } of this.#copies) {
      for (let rest = lanes; rest !== 0; rest &= rest - 1) {
        const lane = firstLaneOf(rest);
        if (address < from[lane]! + sizeOf(lane) && address + bytes > from[lane]!) return { thread: warp * WARP_SIZE + lane, site };
      }
    }
    return undefined;
  }

  #done(copy: CopyInFlight, lanes: number, pending: ((lane: number) => number) | undefined): number {
    if (pending === undefined) return lanes;
    let done = 0;
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      if (copy.groups[lane]! < this.#groupsOf(copy.rank, copy.warp, lane) - pending(lane)) done |= 1 << lane;
    }
    return done;
  }

  #land(copy: CopyInFlight, lanes: number, written: WrittenBytes | undefined): void {
    const { bytesPerLane } = copy.site;
    const words = bytesPerLane >> WORD_SHIFT;
    for (let rest = lanes; rest !== 0; rest &= rest - 1) {
      const lane = firstLaneOf(rest);
      const address = copy.addresses[lane]!;
      const word = address >> WORD_SHIFT;
      for (let i = 0; i < words; i++) this.#memory.u32[word + i] = copy.data[lane * words + i]!;
      written?.markBetween(address, address + bytesPerLane);
      this.#note(address, copy.site, undefined);
    }
    copy.lanes &= ~lanes;
  }

  /** Notes a copy to the words of a lane, or that none is in flight any more. */
  #note(address: number, { number, bytesPerLane }: AccessSite, thread: number | undefined): void {
    const { rank, sharedBase, sharedBytes } = this.#memory;
    const flights = (this.#flights[rank] ??= new Int32Array(Math.ceil(sharedBytes / (1 << WORD_SHIFT))));
    const first = (address - sharedBase) >> WORD_SHIFT;
    for (let word = first; word < first + (bytesPerLane >> WORD_SHIFT); word++) {
      const now = thread === undefined ? 0 : (number << THREAD_BITS) | (thread + 1);
      this.words += Number(now !== 0) - Number(flights[word] !== 0);
      flights[word] = now;
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

function firstLaneOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
