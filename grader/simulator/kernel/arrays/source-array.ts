import type { KernelArray } from "../kernel.ts";
import type { ArrayState, Moves, ReportMissing } from "./array-state.ts";

/** Global memory that the kernel only loads from: element i holds the value of source element `firstId` + i, for ever. */
export function sourceArray(firstId: number, length: number, reads: KernelArray["reads"], valueOf?: (id: number) => number): ArrayState {
  return reads === "each-once" ? new OnceReadArray(firstId, length, valueOf) : new SourceArray(firstId, valueOf);
}

class SourceArray implements ArrayState {
  readonly #firstId: number;
  readonly #valueOf: ((id: number) => number) | undefined;

  /**
   * @param valueOf the value of a source element; its number when absent
   */
  constructor(firstId: number, valueOf: ((id: number) => number) | undefined) {
    this.#firstId = firstId;
    this.#valueOf = valueOf;
  }

  startBlock(): void {}

  load(indexes: Int32Array, { elementsPerLane, register }: Moves): void {
    const firstId = this.#firstId;
    if (elementsPerLane === 1) {
      for (let thread = 0; thread < indexes.length; thread++) if (indexes[thread] >= 0) register[thread] = firstId + indexes[thread];
    } else {
      for (let thread = 0; thread < indexes.length; thread++) {
        if (indexes[thread] < 0) continue;
        for (let i = 0; i < elementsPerLane; i++) register[thread * elementsPerLane + i] = firstId + indexes[thread] + i;
      }
    }
    if (this.#valueOf) this.#toValues(indexes, elementsPerLane, register, this.#valueOf);
  }

  #toValues(indexes: Int32Array, elementsPerLane: number, register: Int32Array, valueOf: (id: number) => number): void {
    for (let thread = 0; thread < indexes.length; thread++) {
      if (indexes[thread] < 0) continue;
      for (let slot = thread * elementsPerLane; slot < (thread + 1) * elementsPerLane; slot++) register[slot] = valueOf(register[slot]);
    }
  }

  store(): never {
    throw new Error("the kernel stores to an array that was taken for read-only");
  }

  finish(_report: ReportMissing): void {}
}

/** The same, where each element must be loaded exactly once: one bit an element remembers which were. */
class OnceReadArray extends SourceArray {
  readonly #length: number;
  readonly #read: Int32Array;

  constructor(firstId: number, length: number, valueOf: ((id: number) => number) | undefined) {
    super(firstId, valueOf);
    this.#length = length;
    this.#read = new Int32Array(Math.ceil(length / 32));
  }

  override load(indexes: Int32Array, moves: Moves): void {
    super.load(indexes, moves);
    for (let thread = 0; thread < indexes.length; thread++) {
      if (indexes[thread] < 0) continue;
      for (let element = indexes[thread]; element < indexes[thread] + moves.elementsPerLane; element++) {
        const bit = 1 << element;
        if ((this.#read[element >>> 5] & bit) !== 0) moves.report("read-twice", thread, element);
        this.#read[element >>> 5] |= bit;
      }
    }
  }

  override finish(report: ReportMissing): void {
    for (let element = 0; element < this.#length; element++) {
      if (((this.#read[element >>> 5] >>> element) & 1) === 0) report("never-read", element);
    }
  }
}
