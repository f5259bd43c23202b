import { clusterPlace } from "#simulator/cluster-cost.ts";
import { allocationSize, deviceMemoryFull, sharedMemoryOfLaunch } from "../errors/launch-errors.ts";
import type { MemoryVariable } from "../ir/program.ts";
import { WrittenBytes } from "./written-bytes.ts";

/** The memories that an address can point into; `cluster`: the shared memory of another block of the cluster. */
export type Space = "global" | "constant" | "shared" | "local" | "cluster";

/** The contents of an allocation before the kernel starts. "given": whatever the host writes into it. */
export type Contents = "zero" | "given" | "uninitialized";

/** The elements of an allocation, for messages: "1,024 floats". */
export interface Element {
  readonly name: string;
  readonly bytes: number;
}

/** A range of memory that a kernel may access. */
export interface Allocation {
  readonly name: string;
  readonly space: Space;
  /** Address of its first byte. */
  readonly base: number;
  readonly bytes: number;
  readonly element: Element;
  /** Undefined if all bytes hold a value from the start. */
  readonly written: WrittenBytes | undefined;
}

/** The array that a pointer is made from and may not leave: an allocation, or a variable in shared or in local memory. */
export interface MemoryArray {
  readonly name: string;
  readonly allocation: Allocation;
  /** Bytes from the start of the allocation, in local memory of each thread's part. */
  readonly offset: number;
  readonly bytes: number;
  readonly element: Element;
  /** Whether it has two dimensions or more. */
  readonly hasRows?: boolean;
  /** The parameter that points to it, if the kernel calls it by another name than the host. */
  readonly parameter?: string;
}

/** The memory of a launch besides its arrays. */
interface LaunchMemory {
  /** Shared memory of one block, static and dynamic. */
  readonly sharedBytes: number;
  /** The variables in it, in any order. */
  readonly sharedVariables?: readonly MemoryVariable[];
  /** Local memory of one thread: its arrays, and the variables whose address is taken. */
  readonly localBytesPerThread: number;
  readonly threadsPerBlock: number;
  /** Blocks that are resident together: those of a cluster. One if not given. */
  readonly blocksPerCluster?: number;
}

/** Allocations start at multiples of this, as those of cudaMalloc do. */
export const ALLOCATION_ALIGNMENT = 256;
/** At least this many bytes after every allocation belong to none, so that an access past its end is noticed. */
const GUARD_BYTES = 256;
/**
 * Where a block's shared memory begins: the driver has the first KiB for itself (CUDA C++ Programming Guide, compute capability 8.x and on). So
 * what is aligned to up to so many bytes in it has an address that is.
 */
const SHARED_BASE = 1024;
/** Bytes of the window for shared memory: no device has more than 227 KiB per block. */
const SHARED_WINDOW_BYTES = 256 * 1024 - (SHARED_BASE - ALLOCATION_ALIGNMENT);
/** Bytes of a thread's local memory are rounded up to this, so that every thread's are aligned for the widest access. */
const LOCAL_ALIGNMENT = 32;
/** The largest limit: addresses stay small integers in every JavaScript engine. */
const LARGEST_LIMIT_BYTES = 2 ** 30;
const BYTE: Element = { name: "byte", bytes: 1 };

/**
 * All memory of a device in one buffer: an address is a byte offset into it, and a pointer is a number. Layout: page 0, which is never
 * allocated (null points there); the shared window, which the blocks use one after the other; the allocations; the local window.
 *
 * Allocating replaces the buffer and its views: fetch the views when a launch starts, and don't allocate before it ends.
 */
export class Memory {
  /** Where the first allocation starts. */
  readonly heapBase = SHARED_BASE + SHARED_WINDOW_BYTES + GUARD_BYTES;
  readonly limitBytes: number;
  buffer!: ArrayBuffer;
  u8!: Uint8Array;
  i8!: Int8Array;
  u16!: Uint16Array;
  i16!: Int16Array;
  u32!: Uint32Array;
  i32!: Int32Array;
  f32!: Float32Array;
  f64!: Float64Array;
  i64!: BigInt64Array;
  u64!: BigUint64Array;
  /** In ascending order of their bases; without the two windows. */
  readonly #allocations: Allocation[] = [];
  /** Where the next allocation starts. */
  #top: number;
  /** Bytes from here on were never used, and are zero. */
  #unusedFrom: number;
  /** The windows of the block that runs: each block of a cluster has its own. */
  #shared: Window;
  #sharedVariables: readonly MemoryVariable[] = [];
  #local: Window;
  #localBytesPerThread = 0;
  /** The windows of each block of the cluster, by its rank, and where those of all but the first begin. */
  #blocks: readonly BlockWindows[] = [];
  #othersFrom = Infinity;
  #rank = 0;
  /** Arrays that `arrayOf` and `arrayAt` have made since the last launch started. */
  readonly #arrays = new Map<Allocation, MemoryArray>();
  readonly #sharedArrays = new Map<MemoryVariable, MemoryArray>();
  /** The parameters that point to an allocation's start since the last launch started; null where several do. */
  readonly #parameters = new Map<Allocation, string | null>();

  constructor(limitBytes = LARGEST_LIMIT_BYTES) {
    if (!(limitBytes <= LARGEST_LIMIT_BYTES))
      throw new RangeError(`a limit of ${grouped(limitBytes)} bytes is above ${grouped(LARGEST_LIMIT_BYTES)}`);
    this.limitBytes = limitBytes;
    this.#top = this.heapBase;
    this.#unusedFrom = this.#top;
    this.#shared = new Window("shared memory", "shared", SHARED_BASE, 0);
    this.#local = new Window("local memory", "local", this.#top, 0);
    this.#useBuffer(new ArrayBuffer(this.#top));
  }

  /** The variables in a block's shared memory, since the last launch started. */
  get sharedVariables(): readonly MemoryVariable[] {
    return this.#sharedVariables;
  }

  /**
   * Reserves room for allocations of so many bytes in all, and for a block's local memory, so that none of them moves existing contents. An
   * allocation beyond the limit is refused when it is made.
   */
  expect(bytes: readonly number[], { localBytesPerThread, threadsPerBlock }: Omit<LaunchMemory, "sharedBytes">): void {
    const each = bytes.reduce((sum, one) => sum + aligned(one + GUARD_BYTES, ALLOCATION_ALIGNMENT), 0);
    const end = this.#top + each + aligned(localBytesPerThread, LOCAL_ALIGNMENT) * threadsPerBlock + GUARD_BYTES;
    if (end > this.buffer.byteLength && end <= this.limitBytes) this.#grow(aligned(end, 8));
  }

  /** @throws RangeError when the limit is exceeded */
  allocate(name: string, bytes: number, contents: Contents, { element = BYTE, space = "global" }: AllocationOptions = {}): number {
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw allocationSize(name, bytes);
    const base = this.#top;
    const end = aligned(base + bytes + GUARD_BYTES, ALLOCATION_ALIGNMENT);
    this.#reserve(end, `\`${name}\``, bytes);
    this.#top = end;
    if (base < this.#unusedFrom) this.u8.fill(0, base, end);
    this.#unusedFrom = Math.max(this.#unusedFrom, end);
    const written = contents === "uninitialized" ? new WrittenBytes(base, bytes) : undefined;
    this.#allocations.push({ name, space, base, bytes, element, written });
    return base;
  }

  /** Frees an allocation: its addresses are invalid from now on. Returns whether an allocation starts here. */
  free(base: number): boolean {
    const index = this.#allocations.findIndex((allocation) => allocation.base === base);
    if (index < 0) return false;
    this.#allocations.splice(index, 1);
    const last = this.#allocations.at(-1);
    this.#top = last ? aligned(last.base + last.bytes + GUARD_BYTES, ALLOCATION_ALIGNMENT) : this.heapBase;
    return true;
  }

  /** Notes that the host wrote these bytes. */
  markWritten(address: number, bytes: number): void {
    const allocation = this.find(address);
    allocation?.written?.markBetween(address, Math.min(address + bytes, allocation.base + allocation.bytes));
  }

  /** Which of the bytes were never written, 1 for each of them; undefined if all were. */
  lackingIn(address: number, bytes: number): Uint8Array | undefined {
    const written = this.find(address)?.written;
    if (bytes === 0 || written === undefined || written.isWritten(address, address + bytes)) return undefined;
    return Uint8Array.from({ length: bytes }, (_, byte) => Number(!written.isWritten(address + byte, address + byte + 1)));
  }

  /** Notes that bytes hold what was never written: copies of such. */
  markLacking(address: number, lacking: Uint8Array): void {
    const written = this.find(address)?.written;
    for (const [byte, isLacking] of lacking.entries()) if (isLacking) written?.unmark(address + byte);
  }

  /** Copies the contents of all allocations. The snapshot is valid until the next allocation or free. */
  snapshot(): MemorySnapshot {
    const bytes = this.u8.slice(0, this.#top);
    const written = this.#allocations.map((allocation) => allocation.written?.words.slice());
    return {
      restore: () => {
        this.u8.set(bytes);
        for (const [i, words] of written.entries()) if (words) this.#allocations[i]!.written!.words.set(words);
      },
      isUnchanged: () =>
        this.#allocations.every(({ base, bytes: length, written: now }, i) => {
          const before = written[i];
          if (now && before && !now.words.every((word, at) => word === before[at])) return false;
          // Allocations are aligned, and no allocation owns the bytes after them.
          const words = length >>> 2;
          const held = new Int32Array(bytes.buffer, base, words);
          const holds = new Int32Array(this.buffer, base, words);
          for (let at = 0; at < words; at++) if (held[at] !== holds[at]) return false;
          for (let at = base + 4 * words; at < base + length; at++) if (bytes[at] !== this.u8[at]) return false;
          return true;
        }),
    };
  }

  /** Lays out the shared and the local window for a launch. @throws RangeError when the limit is exceeded */
  startLaunch({ sharedBytes, sharedVariables = [], localBytesPerThread, threadsPerBlock, blocksPerCluster = 1 }: LaunchMemory): void {
    if (sharedBytes > SHARED_WINDOW_BYTES) {
      throw sharedMemoryOfLaunch(grouped(sharedBytes), grouped(SHARED_WINDOW_BYTES));
    }
    this.#localBytesPerThread = aligned(localBytesPerThread, LOCAL_ALIGNMENT);
    const localBytes = this.#localBytesPerThread * threadsPerBlock;
    const others = blocksPerCluster - 1;
    const localEnd = this.#top + localBytes + GUARD_BYTES;
    const firstOther = aligned(localEnd, SHARED_BASE);
    const sharedRoom = aligned(sharedBytes + GUARD_BYTES, SHARED_BASE);
    const localRoom = aligned(localBytes + GUARD_BYTES, ALLOCATION_ALIGNMENT);
    const end = others === 0 ? localEnd : firstOther + others * (sharedRoom + localRoom);
    this.#reserve(end, "The local memory of one block", localBytes);
    this.#shared = new Window("shared memory", "shared", SHARED_BASE, sharedBytes);
    this.#sharedVariables = sharedVariables;
    this.#arrays.clear();
    this.#sharedArrays.clear();
    this.#parameters.clear();
    this.#local = new Window("local memory", "local", this.#top, localBytes);
    this.#unusedFrom = Math.max(this.#unusedFrom, others === 0 ? this.#top + localBytes : end);
    this.#rank = 0;
    this.#othersFrom = others === 0 ? Infinity : firstOther;
    this.#blocks = Array.from({ length: blocksPerCluster }, (_, rank) => {
      const sharedBase = rank === 0 ? SHARED_BASE : firstOther + (rank - 1) * sharedRoom;
      const localBase = rank === 0 ? this.#top : firstOther + others * sharedRoom + (rank - 1) * localRoom;
      const name = `the shared memory of block ${rank} of the cluster`;
      const written = new WrittenBytes(sharedBase, sharedBytes);
      return {
        shared: { base: sharedBase, written },
        local: { base: localBase, written: new WrittenBytes(localBase, localBytes) },
        others: { name, space: "cluster", base: sharedBase, bytes: sharedBytes, element: BYTE, written },
      };
    });
    this.enterBlock(0);
  }

  /** The block of the cluster that runs from now on, by its rank: the windows are its own. */
  enterBlock(rank: number): void {
    const { shared, local } = this.#blocks[rank]!;
    this.#rank = rank;
    this.#shared.move(shared);
    this.#local.move(local);
  }

  /** The rank in the cluster of the block that runs. */
  get rank(): number {
    return this.#rank;
  }

  /** Where the windows of a block of the cluster begin. */
  windowsOf(rank: number): { readonly sharedBase: number; readonly localBase: number } {
    const { shared, local } = this.#blocks[rank]!;
    return { sharedBase: shared.base, localBase: local.base };
  }

  /** Which bytes of the shared memory of a block of the cluster hold a value. */
  writtenShared(rank: number): WrittenBytes | undefined {
    return this.#blocks[rank]?.shared.written;
  }

  /** The rank of the block in whose shared memory an address is; undefined for any other. */
  rankOf(address: number): number | undefined {
    const rank = this.#blocks.findIndex(({ others: { base, bytes } }) => address >= base && address < base + bytes);
    return rank < 0 ? undefined : rank;
  }

  /** Where the tag stage has an address in the shared memory of a block of the cluster. */
  clusterPlaceOf(address: number): number {
    for (let rank = 0; rank < this.#blocks.length; rank++) {
      const { base, bytes } = this.#blocks[rank]!.others;
      if (address >= base && address < base + bytes) return clusterPlace(rank, SHARED_BASE + address - base);
    }
    return address;
  }

  /** Address of the first byte of the shared memory of the block that runs. */
  get sharedBase(): number {
    return this.#shared.base;
  }

  /** Marks shared and local memory as uninitialized. */
  startBlock(): void {
    this.#shared.written!.clear();
    this.#local.written!.clear();
  }

  /** Address of the first byte of thread 0's local memory; thread t's starts t × `localBytesPerThread` later. */
  get localBase(): number {
    return this.#local.base;
  }

  /** Address of the first byte of a thread's local memory, by the thread's number in its block. */
  localAddressOf(thread: number): number {
    return this.#local.base + thread * this.#localBytesPerThread;
  }

  /** Bytes of the local memory of all threads of a block. */
  get localBytes(): number {
    return this.#local.bytes;
  }

  /** Rounded up, so that every thread's local memory is aligned for the widest access. */
  get localBytesPerThread(): number {
    return this.#localBytesPerThread;
  }

  get sharedBytes(): number {
    return this.#shared.bytes;
  }

  /** One past the highest address that can belong to an allocation other than the local window. */
  get top(): number {
    return this.#top;
  }

  /** The host's allocations, in ascending order of their bases. */
  get allocations(): readonly Allocation[] {
    return this.#allocations;
  }

  /** The allocation that holds a byte. */
  find(address: number): Allocation | undefined {
    const candidate = this.#lastUpTo(address);
    return candidate && address < candidate.base + candidate.bytes ? candidate : undefined;
  }

  /** The host's allocation that a pointer is made from: it points into it, or directly behind it. */
  allocationOf(pointer: number): Allocation | undefined {
    const candidate = this.#lastUpTo(pointer);
    const isHost = candidate?.space === "global" || candidate?.space === "constant";
    return isHost && pointer <= candidate.base + candidate.bytes ? candidate : undefined;
  }

  /** Lets the launch's messages call an allocation as the kernel does, by the parameter that points to its start. */
  addParameter(allocation: Allocation, parameter: string): void {
    this.#parameters.set(allocation, this.#parameters.has(allocation) ? null : parameter);
  }

  /** An allocation's name in the kernel of the launch: of its only parameter, else the host's. */
  nameInKernel(allocation: Allocation): string {
    return this.#parameters.get(allocation) ?? allocation.name;
  }

  /** A whole allocation, as what a pointer is made from. */
  arrayOf(allocation: Allocation): MemoryArray {
    let array = this.#arrays.get(allocation);
    if (!array) {
      const bytes = allocation.space === "local" ? this.#localBytesPerThread : allocation.bytes;
      this.#arrays.set(allocation, (array = { name: allocation.name, allocation, offset: 0, bytes, element: allocation.element }));
    }
    return array;
  }

  /** A variable in the shared memory of a block, or in the local memory of a thread. */
  arrayOfVariable(space: "shared" | "local", { name, offset, bytes, element, lengths = [] }: MemoryVariable): MemoryArray {
    const allocation = space === "shared" ? this.#shared : this.#local;
    return { name, allocation, offset, bytes, element, hasRows: lengths.length > 1 };
  }

  /** The array that an address is in, for a pointer of which no more is known; undefined between arrays. */
  arrayAt(address: number): MemoryArray | undefined {
    const allocation = this.find(address);
    if (!allocation) return undefined;
    if (allocation !== this.#shared || this.#sharedVariables.length === 0) return this.arrayOf(allocation);
    const variable = this.#sharedVariables.find(({ offset, bytes }) => isIn(address - this.sharedBase, offset, bytes));
    if (!variable) return undefined;
    let array = this.#sharedArrays.get(variable);
    if (!array) this.#sharedArrays.set(variable, (array = this.arrayOfVariable("shared", variable)));
    return array;
  }

  /** The allocation nearest to an address that belongs to none; undefined for an address in page 0, or if there is no allocation. */
  nearest(address: number): Allocation | undefined {
    if (!(address >= SHARED_BASE)) return undefined;
    const before = this.#lastUpTo(address);
    const after = [this.#shared, ...this.#allocations, this.#local].find(({ base, bytes }) => base > address && bytes > 0);
    if (!before || !after) return before ?? after;
    return address - (before.base + before.bytes) <= after.base - address ? before : after;
  }

  /** The shared variable that holds the byte, or that ends last before it. */
  sharedVariableAt(address: number): MemoryVariable | undefined {
    const offset = address - this.sharedBase;
    let found: MemoryVariable | undefined;
    for (const variable of this.#sharedVariables) {
      if (variable.offset <= offset && (!found || variable.offset >= found.offset)) found = variable;
    }
    return found;
  }

  /** The shared variable, or the field of one, that holds a byte, counted from the start of the block's shared memory. */
  sharedPartAt(offset: number): MemoryVariable | undefined {
    const holds = (one: MemoryVariable): boolean => isIn(offset, one.offset, one.bytes);
    const variable = this.#sharedVariables.findLast(holds);
    return variable?.fields?.find(holds) ?? variable;
  }

  /** The allocation with the highest base up to the address. One of no bytes never counts. */
  #lastUpTo(address: number): Allocation | undefined {
    if (address >= this.#othersFrom) return this.#windowAt(address);
    const { shared, local } = { shared: this.#shared, local: this.#local };
    if (local.bytes > 0 && address >= local.base && this.#rank === 0) return local;
    if (this.#blocks.length > 1 && address >= this.#blocks[0]!.local.base) return undefined;
    let low = 0;
    let high = this.#allocations.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#allocations[middle]!.base <= address) low = middle + 1;
      else high = middle;
    }
    if (low > 0) return this.#allocations[low - 1];
    if (this.#rank !== 0) return address >= SHARED_BASE && this.#blocks[0]!.others.bytes > 0 ? this.#blocks[0]!.others : undefined;
    return shared.bytes > 0 && address >= shared.base ? shared : undefined;
  }

  /** The window of a block other than the first of its cluster that begins last up to an address. */
  #windowAt(address: number): Allocation | undefined {
    let last: Allocation | undefined;
    const consider = (one: Allocation): void => {
      if (one.bytes > 0 && one.base <= address && !(last && last.base > one.base)) last = one;
    };
    if (this.#rank !== 0) {
      consider(this.#shared);
      consider(this.#local);
    }
    for (let rank = 1; rank < this.#blocks.length; rank++) if (rank !== this.#rank) consider(this.#blocks[rank]!.others);
    return last;
  }

  /** Grows the buffer to `end` where it is shorter. Doubles it, so that many allocations take time in proportion to their bytes. */
  #reserve(end: number, what: string, bytes: number): void {
    if (end > this.limitBytes) {
      throw deviceMemoryFull(what, grouped(bytes), grouped(this.#top), grouped(this.limitBytes));
    }
    if (end <= this.buffer.byteLength) return;
    this.#grow(aligned(Math.min(this.limitBytes, Math.max(end, 2 * this.buffer.byteLength)), 8));
  }

  /** Memory above the allocations does not outlive a launch, so it isn't copied. */
  #grow(bytes: number): void {
    const before = this.u8.subarray(0, this.#top);
    this.#useBuffer(new ArrayBuffer(bytes));
    this.u8.set(before);
  }

  #useBuffer(buffer: ArrayBuffer): void {
    this.buffer = buffer;
    this.u8 = new Uint8Array(buffer);
    this.i8 = new Int8Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.i16 = new Int16Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.i64 = new BigInt64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
  }
}

/** Where a window of a block lies, and which of its bytes the block has written. */
type WindowPlace = Pick<Allocation, "base" | "written">;

/** The windows of a block of a cluster. */
interface BlockWindows {
  readonly shared: WindowPlace;
  readonly local: WindowPlace;
  /** Its shared memory as other blocks of the cluster reach it. */
  readonly others: Allocation;
}

/** Shared or local memory of the block that runs: one allocation, wherever it lies. */
class Window implements Allocation {
  readonly name: string;
  readonly space: Space;
  readonly bytes: number;
  readonly element = BYTE;
  base: number;
  written: WrittenBytes | undefined;

  constructor(name: string, space: Space, base: number, bytes: number) {
    this.name = name;
    this.space = space;
    this.base = base;
    this.bytes = bytes;
  }

  move({ base, written }: WindowPlace): void {
    this.base = base;
    this.written = written;
  }
}

/** The contents of all allocations at one time. */
export interface MemorySnapshot {
  /** Writes the contents back. */
  readonly restore: () => void;
  /** Whether the contents are the same, down to which bytes were written. */
  readonly isUnchanged: () => boolean;
}

interface AllocationOptions {
  readonly element?: Element;
  readonly space?: "global" | "constant";
}

function isIn(offset: number, start: number, bytes: number): boolean {
  return offset >= start && offset < start + bytes;
}

function aligned(bytes: number, alignment: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/** An index, which may be below 0, with commas. */
export function indexText(index: number): string {
  return index < 0 ? `−${grouped(-index)}` : grouped(index);
}

/** An integer with commas between groups of three digits, the same in every locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
