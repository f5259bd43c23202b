import { WARP_SIZE } from "../../warp-request.ts";
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
    this.#written = new Int32Array(Math.ceil(length / WARP_SIZE));
  }

  startBlock(): void {}

  load(): never {
    throw new Error("the kernel loads from an array that was taken for write-only");
  }

  store(indexes: Int32Array, moves: Moves): void {
    for (let firstThread = 0; firstThread < indexes.length; firstThread += WARP_SIZE) {
      if (moves.isRun[firstThread / WARP_SIZE] === 1 && this.#takesWord(indexes[firstThread]))
        this.#storeRun(indexes[firstThread], firstThread, moves);
      else this.#storeLanes(indexes, firstThread, moves);
    }
  }

  /** Marks 32 elements as written, when they are the bits of one word and none of them was written before. */
  #takesWord(firstElement: number): boolean {
    if (firstElement % WARP_SIZE !== 0 || this.#written[firstElement >>> 5] !== 0) return false;
    this.#written[firstElement >>> 5] = -1;
    return true;
  }

  #storeRun(firstElement: number, firstThread: number, { register, report }: Moves): void {
    const expected = this.#expected;
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      const found = register[firstThread + lane];
      const wanted = expected(firstElement + lane);
      if (found !== wanted) reportWrong(report, firstThread + lane, firstElement + lane, found, wanted);
    }
  }

  #storeLanes(indexes: Int32Array, firstThread: number, { elementsPerLane, register, report }: Moves): void {
    for (let thread = firstThread; thread < firstThread + WARP_SIZE; thread++) {
      if (indexes[thread] < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = indexes[thread] + i;
        const bit = 1 << element;
        if ((this.#written[element >>> 5] & bit) !== 0) report("written-twice", thread, element);
        this.#written[element >>> 5] |= bit;
        const found = register[thread * elementsPerLane + i];
        const wanted = this.#expected(element);
        if (found !== wanted) reportWrong(report, thread, element, found, wanted);
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

/** A store of the wrong value, or of a register that holds nothing. */
export function reportWrong(report: Moves["report"], thread: number, element: number, found: number, expected: number): void {
  report(found === 0 ? "empty-register" : "wrong-element", thread, element, { found, expected });
}
