import { WARP_SIZE } from "../warp-request.ts";
import type { AccessContext, ArrayState, ReportMissing } from "./array-state.ts";
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

  load(indexes: Int32Array, { elementsPerLane, register }: AccessContext): void {
    const firstId = this.#firstId;
    if (this.#valueOf) return this.#loadValues(indexes, elementsPerLane, register, this.#valueOf);
    if (elementsPerLane === 1) {
      for (let thread = 0; thread < indexes.length; thread++) {
        const index = indexes[thread]!;
        if (index >= 0) register[thread] = firstId + index;
      }
    } else {
      for (let thread = 0; thread < indexes.length; thread++) {
        const index = indexes[thread]!;
        if (index < 0) continue;
        for (let i = 0; i < elementsPerLane; i++) register[thread * elementsPerLane + i] = firstId + index + i;
      }
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
  readonly #acceptsAnything: boolean;
  readonly #written: Int32Array;

  constructor(length: number, expected: ExpectedValue) {
    this.#length = length;
    this.#expected = storedValue(expected);
    this.#acceptsAnything = expected === "anything";
    this.#written = new Int32Array(Math.ceil(length / WARP_SIZE));
  }

  startBlock(): void {}

  load(): never {
    throw new Error("the kernel loads from an array that is set up as write-only");
  }

  store(indexes: Int32Array, context: AccessContext): void {
    for (let firstThread = 0; firstThread < indexes.length; firstThread += WARP_SIZE) {
      const firstElement = indexes[firstThread]!;
      if (context.isContiguous[firstThread / WARP_SIZE] === 1 && this.#markContiguous(firstElement))
        this.#storeContiguous(firstElement, firstThread, context);
      else this.#storeLanes(indexes, firstThread, context);
    }
  }

  /** Marks 32 elements as written if their bits fill one entry of `#written` and none was written before. Returns whether it did. */
  #markContiguous(firstElement: number): boolean {
    if (firstElement % WARP_SIZE !== 0 || this.#written[firstElement >>> 5] !== 0) return false;
    this.#written[firstElement >>> 5] = -1;
    return true;
  }

  #storeContiguous(firstElement: number, firstThread: number, context: AccessContext): void {
    const expected = this.#expected;
    const { register } = context;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      const found = register[firstThread + lane]!;
      const wanted = expected(firstElement + lane, found);
      if (found !== wanted) reportWrong(context, firstThread + lane, firstElement + lane, found, wanted);
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

/** The value that a store of `found` should have stored. */
type StoredValue = (elementIndex: number, found: number) => number;

/** Where anything is accepted, what was found is what was wanted, unless nothing was found. */
function storedValue(expected: ExpectedValue): StoredValue {
  return expected === "anything" ? (_, found) => (found === 0 ? -1 : found) : expected;
}

/** Reports a store of the wrong value, or of a register that holds nothing. */
function reportWrong({ report }: AccessContext, thread: number, element: number, found: number, expected: number): void {
  report(found === 0 ? "empty-register" : "wrong-element", thread, element, { found, expected });
}
