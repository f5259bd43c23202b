import {
  beyondArray,
  deviceMemoryAccessed,
  freedTwice,
  hostArrayElement,
  hostMemoryFull,
  notAllocated,
  nullPointer,
  stringEnd,
  unallocatedDeviceMemory,
  usedAfterFree,
} from "../errors/memory-errors.ts";
import type { Allocation, Memory } from "../machine/memory.ts";
import { fromWordsI64, fromWordsU64, highWord, lowWord } from "../numbers/int64.ts";
import { bfloat16FromBits, bfloat16ToBits, halfFromBits, halfToBits } from "../numbers/half.ts";
import type { ScalarType } from "../ir/program.ts";
import { bytesOf, typeName, type CudaType } from "../check/types.ts";
import { type Span } from "../source-error.ts";
import { SECTOR_BYTES } from "#simulator";
import { EarlyAccesses } from "./early-accesses.ts";
import { UnwrittenResults, type PaddedRows } from "./unwritten-results.ts";
import { unreachableBlocks } from "./unreachable-blocks.ts";

export type Scalar = number | bigint;

/** The host's addresses start here, behind all of the device's. */
export const HOST_BASE = 2 ** 30;
/** Room for the variables of functions that run: as much as Linux gives. */
export const STACK_BYTES = 8 * 2 ** 20;
const MOST_BYTES = 2 ** 30;
/** Bytes behind every allocation that belong to none. */
const GUARD_BYTES = 32;

/** Memory that the host allocated on the device. */
export interface DeviceArray {
  /** The name of the variable that `cudaMalloc` set. */
  readonly name: string;
  /** The type of an element; undefined where the pointer does not say. */
  readonly type: CudaType | undefined;
  readonly base: number;
  readonly bytes: number;
  /** Its contents when it was freed. */
  readonly freed: Uint8Array | undefined;
}

/** Memory of the device that was freed. */
export interface FreedArray {
  readonly name: string;
  readonly base: number;
  readonly bytes: number;
  /** Of the `cudaFree`. */
  readonly span: Span;
}

export interface AllocationOptions {
  /** The host may access all but the device's own. */
  readonly reach?: "device" | "managed" | "pinned";
  /** Its rows, if `cudaMallocPitch` allocated it. */
  readonly rows?: PaddedRows;
}

/** Allocations begin at multiples of this. */
const GRANULE_BYTES = 16;
const GRANULE_SHIFT = Math.log2(GRANULE_BYTES);
/** States of a granule of the heap: free, so many of its first bytes allocated, or freed. */
const NOTHING = 0;
const FREED = 255;
/** The longest text that is read, without its zero. */
const LONGEST_TEXT = 2 ** 20;

/** Thrown where a program needs what only the blocks outside of a sample would have written: it cannot go on. */
export class NotComputed extends Error {
  readonly array: string;
  /** Number of the sampled launch. */
  readonly launch: number;
  readonly span: Span;

  constructor(array: string, launch: number, span: Span) {
    super(`\`${array}\` is not whole`);
    this.array = array;
    this.launch = launch;
    this.span = span;
  }
}

/**
 * The host's memory: the stack, then the heap. Followed pointers are checked: a pointer into the device's memory may be followed only
 * if that memory is managed. Freed bytes are given out again only when there are no others, so that a use after `free` is noticed.
 */
export class HostMemory {
  view = new DataView(new ArrayBuffer(STACK_BYTES + 2 ** 16));
  readonly device: Memory;
  /** Bases of allocations of the device that the host may access too. */
  readonly managed = new Set<number>();
  /** Those of them that are the host's own: pinned memory, which the device can reach. */
  readonly pinned = new Set<number>();
  /** Bases of allocations of the device of which a sampled launch has written a part only, with its number. */
  readonly incomplete = new Map<number, number>();
  /** Counts the changes that the host makes to the device's memory. */
  changes = 0;
  /** Bytes of the sectors that the host's copies within the device's memory read and wrote, or that it set there. */
  movedBytes = 0;
  /** The last array of each name in the device's memory: with its bytes once it is freed, if they are wanted. */
  readonly deviceArrays = new Map<string, DeviceArray>();
  readonly results: UnwrittenResults;
  readonly early: EarlyAccesses;
  readonly #freedOnDevice: FreedArray[] = [];
  readonly #kept: ReadonlySet<string>;
  readonly #sizes = new Map<number, number>();
  /** Starts of the allocations that vectors and strings hold. */
  readonly #ofContainers = new Set<number>();
  /** Addresses of allocations that are needed although nothing in memory points to them at the moment. */
  readonly held = new Set<number>();
  /** Bytes that were searched for pointers. */
  bytesSearched = 0;
  /** Starts of freed stretches, with their bytes. */
  readonly #freed = new Map<number, number>();
  /** One for each granule of the heap. */
  #states = new Uint8Array(2 ** 16 / GRANULE_BYTES);
  #top = STACK_BYTES;

  /** @param kept names of arrays of the device whose bytes are wanted at the end, even if they are freed before */
  constructor(device: Memory, kept: Iterable<string> = []) {
    this.device = device;
    this.results = new UnwrittenResults(device);
    this.early = new EarlyAccesses(device);
    this.#kept = new Set(kept);
  }

  /** Counts the sectors of a stretch of the device's memory that the host has the device read or write. */
  moved(address: number, bytes: number): void {
    if (bytes === 0) return;
    const sectors = Math.floor((address + bytes - 1) / SECTOR_BYTES) - Math.floor(address / SECTOR_BYTES) + 1;
    this.movedBytes += sectors * SECTOR_BYTES;
  }

  /** `cudaMalloc` and its like. @throws RangeError when there is no room */
  allocateOnDevice(name: string, bytes: number, type: CudaType | undefined, { reach = "device", rows }: AllocationOptions = {}): number {
    const element = type ? { name: typeName(type), bytes: bytesOf(type) } : { name: "byte", bytes: 1 };
    const base = this.device.allocate(name, bytes, "uninitialized", { element });
    if (reach !== "device") {
      this.managed.add(base);
      this.results.isTaken = true;
    }
    if (reach === "pinned") this.pinned.add(base);
    this.results.allocated(base, type, rows);
    this.deviceArrays.set(name, { name, type, base, bytes, freed: undefined });
    this.changes++;
    return base;
  }

  /** `cudaFree`. Returns whether an allocation begins here. @param span of the call */
  freeOnDevice(base: number, span: Span): boolean {
    const allocation = this.device.find(base);
    for (const array of this.deviceArrays.values()) {
      if (array.base !== base || array.freed || !this.#kept.has(array.name)) continue;
      this.deviceArrays.set(array.name, { ...array, freed: this.device.u8.slice(base, base + array.bytes) });
    }
    if (!this.device.free(base)) return false;
    if (allocation) this.#freedOnDevice.push({ name: allocation.name, base, bytes: allocation.bytes, span });
    this.managed.delete(base);
    this.pinned.delete(base);
    this.incomplete.delete(base);
    this.changes++;
    return true;
  }

  /** The array of the device that was here, and was freed last. */
  freedAt(address: number): FreedArray | undefined {
    return this.#freedOnDevice.findLast(({ base, bytes }) => base <= address && address < base + bytes);
  }

  /** Bytes were copied within the device. @param lacking those that the source lacked */
  copied(to: number, from: number, lacking: Uint8Array | undefined): void {
    if (lacking) this.device.markLacking(to, lacking);
    this.results.moved(to, from);
  }

  /**
   * `malloc` and its like.
   *
   * @param isContainers whether a vector or a string holds it: nobody frees it, so it is given out again once nothing points to it
   */
  allocate(bytes: number, span: Span, isContainers = false): number {
    const room = this.#reused(bytes) ?? this.#unused(bytes, span);
    if (isContainers) this.#ofContainers.add(room);
    const first = (room - STACK_BYTES) / GRANULE_BYTES;
    const whole = Math.floor(bytes / GRANULE_BYTES);
    this.#states.fill(GRANULE_BYTES, first, first + whole);
    this.#states[first + whole] = bytes % GRANULE_BYTES;
    this.#sizes.set(HOST_BASE + room, bytes);
    return HOST_BASE + room;
  }

  #unused(bytes: number, span: Span): number {
    const start = this.#top;
    const end = granules(start + bytes + GUARD_BYTES) * GRANULE_BYTES;
    if (!(end <= MOST_BYTES)) {
      const collected = this.#collected(bytes);
      if (collected !== undefined) return collected;
      throw hostMemoryFull(span, grouped(bytes), grouped(start - STACK_BYTES), grouped(MOST_BYTES));
    }
    if (end > this.view.byteLength) {
      const before = new Uint8Array(this.view.buffer);
      const grown = new Uint8Array(Math.min(MOST_BYTES, Math.max(end, 2 * before.length)));
      grown.set(before);
      this.view = new DataView(grown.buffer);
      const states = new Uint8Array(granules(grown.length - STACK_BYTES));
      states.set(this.#states);
      this.#states = states;
    }
    this.#top = end;
    return start;
  }

  /** The smallest freed stretch that is large enough, once nothing else is left. */
  #reused(bytes: number): number | undefined {
    if (this.#top + bytes + GUARD_BYTES <= MOST_BYTES) return undefined;
    let best: number | undefined;
    for (const [start, size] of this.#freed) if (size >= bytes && (best === undefined || size < this.#freed.get(best)!)) best = start;
    if (best === undefined) return undefined;
    const end = best + this.#freed.get(best)!;
    const rest = best + granules(bytes + GUARD_BYTES) * GRANULE_BYTES;
    this.#freed.delete(best);
    const first = (best - STACK_BYTES) / GRANULE_BYTES;
    this.#states.fill(NOTHING, first, first + granules(Math.min(rest, end) - best));
    // What is left of the stretch is marked as freed already.
    if (rest < end) this.#freed.set(rest, end - rest);
    new Uint8Array(this.view.buffer).fill(0, best, best + bytes);
    return best;
  }

  /** Room that vectors and strings held, and that nothing points to any more; undefined if there is not enough. */
  #collected(bytes: number): number | undefined {
    if (this.#ofContainers.size === 0 || !(bytes <= MOST_BYTES)) return undefined;
    const roots = new Map([[0, STACK_BYTES]]);
    const blocks = new Map<number, number>();
    for (const [address, size] of this.#sizes) {
      const start = address - HOST_BASE;
      if (this.#freed.has(start)) continue;
      (this.#ofContainers.has(start) && !this.held.has(address) ? blocks : roots).set(start, size);
    }
    const { unreachable, bytesRead } = unreachableBlocks(this.view.buffer, HOST_BASE, roots, blocks);
    this.bytesSearched += bytesRead;
    for (const start of unreachable) {
      this.#ofContainers.delete(start);
      this.#setFreed(start, blocks.get(start)!);
    }
    this.#joinFreed();
    return this.#reused(bytes);
  }

  /** Makes one stretch of freed ones that lie side by side. */
  #joinFreed(): void {
    const stretches = [...this.#freed].sort(([a], [b]) => a - b);
    this.#freed.clear();
    let [start, end] = [-1, -1];
    const setJoined = (): void => {
      if (start >= 0) this.#setFreed(start, end - start);
    };
    for (const [next, bytes] of stretches) {
      const isBeside = start >= 0 && next <= granules(end + GUARD_BYTES) * GRANULE_BYTES;
      if (isBeside) this.#sizes.delete(HOST_BASE + next);
      else {
        setJoined();
        start = next;
      }
      end = next + bytes;
    }
    setJoined();
  }

  #setFreed(start: number, bytes: number): void {
    const first = (start - STACK_BYTES) / GRANULE_BYTES;
    this.#states.fill(FREED, first, first + Math.max(1, granules(bytes)));
    this.#freed.set(start, bytes);
  }

  free(address: number, span: Span): void {
    const bytes = this.#sizes.get(address);
    if (bytes === undefined) throw notAllocated(span, this.#ownerOf(address));
    const start = address - HOST_BASE;
    if (this.#freed.has(start)) throw freedTwice(span);
    this.#setFreed(start, bytes);
  }

  bytesAt(address: number): number | undefined {
    return this.#sizes.get(address);
  }

  /** The allocation of the device that an address leads to. */
  #ownerOf(address: number): string | undefined {
    return address < HOST_BASE ? this.device.find(address)?.name : undefined;
  }

  /** The bytes at an address that the host may access, as a view and an offset into it. */
  bytes(address: number, count: number, span: Span, isWrite: boolean): Uint8Array {
    const view = this.locate(address, count, span, isWrite);
    return new Uint8Array(view.buffer, this.offset, count);
  }

  /** Offset of the address that `locate` found, in the view that it returned. */
  offset = 0;

  locate(address: number, count: number, span: Span, isWrite: boolean): DataView {
    if (address < this.results.copiesEnd && address + count > this.results.copiesStart) this.results.used(address, count, isWrite);
    if (address >= HOST_BASE) {
      this.offset = address - HOST_BASE;
      if (this.offset + count > STACK_BYTES) this.#checkHeap(this.offset - STACK_BYTES, count, span);
      return this.view;
    }
    const allocation = this.device.find(address);
    if (!allocation || !this.managed.has(allocation.base)) {
      if (address < 256) throw nullPointer(span);
      const left = allocation ? undefined : this.device.nearest(address);
      if (left && this.managed.has(left.base)) throw this.#beyond(left, address, span, isWrite);
      throw allocation ? deviceMemoryAccessed(span, allocation.name) : unallocatedDeviceMemory(span);
    }
    const beyond = address + count - allocation.base - allocation.bytes;
    if (beyond > 0) throw this.#beyond(allocation, address, span, isWrite);
    this.early.accessed(allocation.base, allocation.name, isWrite, span);
    if (isWrite) {
      this.device.markWritten(address, count);
      this.changes++;
    } else {
      this.needsWhole(allocation.base, span);
      if (allocation.written?.isWritten(address, address + count) === false) this.results.read(address, count, span);
    }
    this.offset = address;
    return this.#deviceView();
  }

  /** The host leaves an array that it shares with the device. */
  #beyond({ base, bytes, name, element }: Allocation, address: number, span: Span, isWrite: boolean): Error {
    const index = Math.floor((address - base) / element.bytes);
    const isPinned = this.pinned.has(base);
    return hostArrayElement(span, isWrite, index, name, isPinned, Math.floor(bytes / element.bytes), element.name);
  }

  /** The contents of an allocation are needed. @throws NotComputed if only a sample of a launch's blocks has written to it */
  needsWhole(base: number, span: Span): void {
    const launch = this.incomplete.get(base);
    if (launch !== undefined) throw new NotComputed(this.device.find(base)?.name ?? "an array", launch, span);
  }

  #checkHeap(start: number, count: number, span: Span): void {
    if (count === 0) return;
    const last = start + count - 1;
    if (start >= 0 && last < 2 ** 31 && this.#isAllocated(start, last)) return;
    const state = this.#states[Math.floor(start / GRANULE_BYTES)]!;
    const lastState = this.#states[Math.floor(last / GRANULE_BYTES)]!;
    const isInside = state > start % GRANULE_BYTES && lastState > last % GRANULE_BYTES;
    if (isInside && state !== FREED && lastState !== FREED) return;
    if (state === FREED) throw usedAfterFree(span);
    throw beyondArray(span, state > start % GRANULE_BYTES);
  }

  /** Whether two bytes of the heap are allocated. The offsets are 32-bit integers: to divide other numbers takes several times as long. */
  #isAllocated(start: number, last: number): boolean {
    const state = this.#states[start >> GRANULE_SHIFT]!;
    const lastState = this.#states[last >> GRANULE_SHIFT]!;
    const isInside = state > (start & (GRANULE_BYTES - 1)) && lastState > (last & (GRANULE_BYTES - 1));
    return isInside && state !== FREED && lastState !== FREED;
  }

  #device: DataView | undefined;

  #deviceView(): DataView {
    const { buffer } = this.device;
    if (this.#device?.buffer !== buffer) this.#device = new DataView(buffer);
    return this.#device;
  }

  /** Writes text with its final zero. */
  text(text: string, span: Span): number {
    const bytes = new TextEncoder().encode(text);
    const address = this.allocate(bytes.length + 1, span);
    new Uint8Array(this.view.buffer).set(bytes, address - HOST_BASE);
    return address;
  }

  readText(address: number, span: Span): string {
    const view = this.locate(address, 1, span, false);
    const all = new Uint8Array(view.buffer);
    const start = this.offset;
    const end = all.subarray(0, start + LONGEST_TEXT + 1).indexOf(0, start);
    if (end < 0) throw stringEnd(span, grouped(LONGEST_TEXT));
    this.locate(address, end - start + 1, span, false);
    return new TextDecoder().decode(all.subarray(start, end));
  }
}

function granules(bytes: number): number {
  return Math.ceil(bytes / GRANULE_BYTES);
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** Reads a scalar at an offset of a view. */
export const READ: Readonly<Record<ScalarType, (view: DataView, at: number) => Scalar>> = {
  bool: (view, at) => view.getUint8(at),
  i8: (view, at) => view.getInt8(at),
  u8: (view, at) => view.getUint8(at),
  i16: (view, at) => view.getInt16(at, true),
  u16: (view, at) => view.getUint16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i64: (view, at) => fromWordsI64(view.getInt32(at, true), view.getInt32(at + 4, true)),
  u64: (view, at) => fromWordsU64(view.getInt32(at, true), view.getInt32(at + 4, true)),
  f16: (view, at) => halfFromBits(view.getUint16(at, true)),
  bf16: (view, at) => bfloat16FromBits(view.getUint16(at, true)),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
  ptr: (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32,
};

function setWords(view: DataView, at: number, value: Scalar): void {
  view.setInt32(at, lowWord(value), true);
  view.setInt32(at + 4, highWord(value), true);
}

/** Writes a scalar at an offset of a view. */
export const WRITE: Readonly<Record<ScalarType, (view: DataView, at: number, value: Scalar) => void>> = {
  bool: (view, at, value) => view.setUint8(at, Number(value)),
  i8: (view, at, value) => view.setInt8(at, Number(value)),
  u8: (view, at, value) => view.setUint8(at, Number(value)),
  i16: (view, at, value) => view.setInt16(at, Number(value), true),
  u16: (view, at, value) => view.setUint16(at, Number(value), true),
  i32: (view, at, value) => view.setInt32(at, Number(value), true),
  u32: (view, at, value) => view.setUint32(at, Number(value), true),
  i64: setWords,
  u64: setWords,
  f16: (view, at, value) => view.setUint16(at, halfToBits(Number(value)), true),
  bf16: (view, at, value) => view.setUint16(at, bfloat16ToBits(Number(value)), true),
  f32: (view, at, value) => view.setFloat32(at, Number(value), true),
  f64: (view, at, value) => view.setFloat64(at, Number(value), true),
  ptr: setWords,
};
