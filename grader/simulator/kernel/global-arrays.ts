import { WARP_SIZE } from "../warp-request.ts";
import type { AccessContext, ArrayState, ReportMissing } from "./array-state.ts";
import { contiguousStores, type ContiguousStores, type StoredValue } from "./contiguous-stores.ts";
import type { KernelArray } from "./kernel.ts";
import { GlobalRaces, type PhaseClock } from "./races.ts";

/** The value that an element must hold at the end, 0 if nothing may be stored in it; "anything": see `KernelArray.expected`. */
export type ExpectedValue = Exclude<KernelArray["expected"], undefined>;

/** The value that an element holds when the kernel starts. */
export type InitialValue = (elementIndex: number) => number;

/** Global memory that the kernel only loads from: element i holds the value of source element `firstId` + i throughout. */
export function sourceArray(firstId: number, length: number, reads: KernelArray["reads"], valueOf?: (id: number) => number): ArrayState {
  return reads === "each-once" ? new ReadOnceArray(firstId, length, valueOf) : new SourceArray(firstId, valueOf);
}

class SourceArray implements ArrayState {
  readonly #firstId: number;
  readonly #valueOf: ((id: number) => number) | undefined;

  /**
   * @param valueOf the value of a source element; its id when absent
   */
  constructor(firstId: number, valueOf: ((id: number) => number) | undefined) {
    this.#firstId = firstId;
    this.#valueOf = valueOf;
  }

  startBlock(): void {}

  load(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane, register } = context;
    if (this.#valueOf) this.#loadValues(indexes, elementsPerLane, register, this.#valueOf);
    else if (elementsPerLane === 1) this.#loadSingle(indexes, context);
    else this.#loadVectors(indexes, elementsPerLane, register);
  }

  #loadSingle(indexes: Int32Array, { register, isContiguous }: AccessContext): void {
    const firstId = this.#firstId;
    for (let firstThread = 0; firstThread < indexes.length; firstThread += WARP_SIZE) {
      const end = firstThread + WARP_SIZE;
      if (isContiguous[firstThread / WARP_SIZE] === 1) {
        let id = firstId + indexes[firstThread]!;
        for (let thread = firstThread; thread < end; thread++) register[thread] = id++;
      } else {
        for (let thread = firstThread; thread < end; thread++) {
          const index = indexes[thread]!;
          if (index >= 0) register[thread] = firstId + index;
        }
      }
    }
  }

  #loadVectors(indexes: Int32Array, elementsPerLane: number, register: Int32Array): void {
    const firstId = this.#firstId;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) register[thread * elementsPerLane + i] = firstId + index + i;
    }
  }

  #loadValues(indexes: Int32Array, elementsPerLane: number, register: Int32Array, valueOf: (id: number) => number): void {
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      const id = this.#firstId + index;
      for (let i = 0; i < elementsPerLane; i++) register[thread * elementsPerLane + i] = valueOf(id + i);
    }
  }

  store(): never {
    throw new Error("the kernel stores to an array that is set up as read-only");
  }

  finish(_report: ReportMissing): void {}
}

/** A source array in which each element must be loaded exactly once; one bit per element records which were. */
class ReadOnceArray extends SourceArray {
  readonly #length: number;
  readonly #read: Int32Array;

  constructor(firstId: number, length: number, valueOf: ((id: number) => number) | undefined) {
    super(firstId, valueOf);
    this.#length = length;
    this.#read = new Int32Array(Math.ceil(length / 32));
  }

  override load(indexes: Int32Array, context: AccessContext): void {
    super.load(indexes, context);
    const bits = bitsOfLane(context.elementsPerLane);
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      const before = this.#read[index >>> 5]!;
      const again = before & (bits << index);
      if (again !== 0) this.#reportAgain(again, thread, index, context);
      this.#read[index >>> 5] = before | (bits << index);
    }
  }

  #reportAgain(again: number, thread: number, index: number, { elementsPerLane, report }: AccessContext): void {
    for (let element = index; element < index + elementsPerLane; element++) {
      if ((again & (1 << element)) !== 0) report("read-twice", thread, element);
    }
  }

  override finish(report: ReportMissing): void {
    for (let element = 0; element < this.#length; element++) {
      const word = this.#read[element >>> 5]!;
      if (word === -1) element |= 31;
      else if (((word >>> element) & 1) === 0) report("never-read", element);
    }
  }
}

/**
 * A bit for each element that one lane moves, to be shifted by the index. Vectors are aligned to their width, which is a power of two up to
 * 32: their bits are in one word.
 */
const bitsOfLane = (elementsPerLane: number): number => (elementsPerLane === 32 ? -1 : (1 << elementsPerLane) - 1);

/**
 * Global memory that the kernel only stores to. Each stored value is compared with the expected one at once, so that only one bit
 * per element is kept.
 */
export class OutputArray implements ArrayState {
  readonly #length: number;
  readonly #expected: StoredValue;
  readonly #storeContiguous: ContiguousStores;
  readonly #acceptsAnything: boolean;
  readonly #written: Int32Array;

  constructor(length: number, expected: ExpectedValue) {
    this.#length = length;
    this.#expected = storedValue(expected);
    this.#storeContiguous = contiguousStores(length);
    this.#acceptsAnything = expected === "anything";
    this.#written = new Int32Array(Math.ceil(length / WARP_SIZE));
  }

  startBlock(): void {}

  load(): never {
    throw new Error("the kernel loads from an array that is set up as write-only");
  }

  store(indexes: Int32Array, context: AccessContext): void {
    const warps = indexes.length / WARP_SIZE;
    for (let warp = 0; warp < warps; warp++) {
      warp = this.#storeContiguous(this.#expected, this.#written, indexes, context, warp);
      if (warp < warps) this.#storeLanes(indexes, warp * WARP_SIZE, context);
    }
  }

  #storeLanes(indexes: Int32Array, firstThread: number, context: AccessContext): void {
    const { elementsPerLane, register, report } = context;
    const bits = bitsOfLane(elementsPerLane);
    for (let thread = firstThread; thread < firstThread + WARP_SIZE; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      const before = this.#written[index >>> 5]!;
      const again = before & (bits << index);
      this.#written[index >>> 5] = before | (bits << index);
      for (let i = 0; i < elementsPerLane; i++) {
        const element = index + i;
        if ((again & (1 << element)) !== 0) report("written-twice", thread, element);
        const found = register[thread * elementsPerLane + i]!;
        const wanted = this.#expected(element, found);
        if (found !== wanted) reportWrong(context, thread, element, found, wanted);
      }
    }
  }

  finish(report: ReportMissing): void {
    if (this.#acceptsAnything) return;
    for (let element = 0; element < this.#length; element++) {
      const word = this.#written[element >>> 5]!;
      if (word === -1) element |= 31;
      else if (((word >>> element) & 1) === 0) this.#reportUnwritten(element, report);
    }
  }

  #reportUnwritten(element: number, report: ReportMissing): void {
    const wanted = this.#expected(element, 0);
    if (wanted !== 0) report("missing-element", element, { found: 0, expected: wanted });
  }
}

/** Global memory that one kernel loads from and stores to. Each element is stored at most once. */
export class InOutArray implements ArrayState {
  readonly #holdsSource: boolean;
  readonly #expected: StoredValue;
  readonly #acceptsAnything: boolean;
  readonly #values: Int32Array;
  readonly #races: GlobalRaces;

  /**
   * @param initial undefined when the array is empty
   */
  constructor(clock: PhaseClock, length: number, initial: InitialValue | undefined, expected: ExpectedValue) {
    this.#holdsSource = initial !== undefined;
    this.#expected = storedValue(expected);
    this.#acceptsAnything = expected === "anything";
    this.#values = initial === undefined ? new Int32Array(length) : Int32Array.from({ length }, (_, i) => initial(i));
    this.#races = new GlobalRaces(clock, length);
  }

  startBlock(): void {}

  load(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane, register, report } = context;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = index + i;
        if (!this.#holdsSource && !this.#races.isStored(element)) report("read-before-write", thread, element);
        this.#races.load(element, thread, context);
        register[thread * elementsPerLane + i] = this.#values[element]!;
      }
    }
  }

  store(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane, register } = context;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = index + i;
        this.#races.store(element, thread, context);
        const found = register[thread * elementsPerLane + i]!;
        const wanted = this.#expected(element, found);
        if (found !== wanted) reportWrong(context, thread, element, found, wanted);
        this.#values[element] = found;
      }
    }
  }

  finish(report: ReportMissing): void {
    if (this.#acceptsAnything) return;
    for (let element = 0; element < this.#values.length; element++) {
      const found = this.#values[element]!;
      const wanted = this.#expected(element, found);
      if (!this.#races.isStored(element) && found !== wanted) report("missing-element", element, { found, expected: wanted });
    }
  }
}

/** Where any value is accepted, the found value is the wanted one, unless none was found. */
function storedValue(expected: ExpectedValue): StoredValue {
  return expected === "anything" ? (_, found) => (found === 0 ? -1 : found) : expected;
}

/** Reports a store of the wrong value, or of a register that holds nothing. */
function reportWrong({ report }: AccessContext, thread: number, element: number, found: number, expected: number): void {
  report(found === 0 ? "empty-register" : "wrong-element", thread, element, { found, expected });
}
