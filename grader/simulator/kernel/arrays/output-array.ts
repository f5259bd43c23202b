import type { ArrayState, ExpectedValue, Moves, ReportMissing } from "./array-state.ts";

/**
 * Global memory that the kernel only stores to. What is stored is held against what is expected at once, so that one bit
 * an element is all there is to remember.
 */
export class OutputArray implements ArrayState {
  readonly #length: number;
  readonly #expected: ExpectedValue;
  readonly #written: Int32Array;

  constructor(length: number, expected: ExpectedValue) {
    this.#length = length;
    this.#expected = expected;
    this.#written = new Int32Array(Math.ceil(length / 32));
  }

  load(): never {
    throw new Error("the kernel loads from an array that was taken for write-only");
  }

  store(indexes: Int32Array, { elementsPerLane, register, report }: Moves): void {
    const written = this.#written;
    const expected = this.#expected;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread];
      if (index < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = index + i;
        const bit = 1 << element;
        if ((written[element >>> 5] & bit) !== 0) report("written-twice", thread, element);
        written[element >>> 5] |= bit;
        const found = register[thread * elementsPerLane + i];
        const wanted = expected(element);
        if (found !== wanted) report(found === 0 ? "empty-register" : "wrong-element", thread, element, { found, expected: wanted });
      }
    }
  }

  finish(report: ReportMissing): void {
    for (let element = 0; element < this.#length; element++) {
      const word = this.#written[element >>> 5];
      if (word === -1) element |= 31;
      else if (((word >>> element) & 1) === 0) this.#miss(element, report);
    }
  }

  #miss(element: number, report: ReportMissing): void {
    const wanted = this.#expected(element);
    if (wanted !== 0) report("missing-element", element, { found: 0, expected: wanted });
  }
}
