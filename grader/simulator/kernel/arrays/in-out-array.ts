import type { ArrayState, ExpectedValue, Moves, ReportMissing, ReportProblem } from "./array-state.ts";
import { reportWrong } from "./output-array.ts";
import { stampOf, threadOf, type PhaseClock } from "./phase.ts";

/**
 * Global memory that one kernel loads from and stores to. Blocks are unordered, and barriers order the threads of one block only;
 * each element is stored at most once.
 */
export class InOutArray implements ArrayState {
  readonly #clock: PhaseClock;
  readonly #holdsSource: boolean;
  readonly #expected: ExpectedValue;
  readonly #values: Int32Array;
  readonly #writers: Float64Array;
  readonly #readers: Float64Array;

  /**
   * @param initial the value that each element holds at first; undefined when the array is empty
   */
  constructor(clock: PhaseClock, length: number, initial: ((elementIndex: number) => number) | undefined, expected: ExpectedValue) {
    this.#clock = clock;
    this.#holdsSource = initial !== undefined;
    this.#expected = expected;
    this.#values = initial === undefined ? new Int32Array(length) : Int32Array.from({ length }, (_, i) => initial(i));
    this.#writers = new Float64Array(length);
    this.#readers = new Float64Array(length);
  }

  startBlock(): void {}

  load(indexes: Int32Array, { elementsPerLane, register, report }: Moves): void {
    for (let thread = 0; thread < indexes.length; thread++) {
      if (indexes[thread] < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = indexes[thread] + i;
        this.#checkLoad(element, thread, report);
        register[thread * elementsPerLane + i] = this.#values[element];
      }
    }
  }

  #checkLoad(element: number, thread: number, report: ReportProblem): void {
    const { blockStart, phaseStart } = this.#clock;
    const stamp = stampOf(phaseStart, thread);
    const writer = this.#writers[element];
    if (writer === 0) {
      if (!this.#holdsSource) report("read-before-write", thread, element);
    } else if (writer <= blockStart) report("race", thread, element);
    else if (writer > phaseStart && writer !== stamp) report("race", thread, element, { otherThread: threadOf(writer) });
    this.#readers[element] = this.#readerAfter(this.#readers[element], stamp);
  }

  /** The stamp of the last load; minus that when several threads loaded in this phase; Infinity when several blocks did. */
  #readerAfter(reader: number, stamp: number): number {
    const { blockStart, phaseStart } = this.#clock;
    if (reader === Infinity || (reader !== 0 && Math.abs(reader) <= blockStart)) return Infinity;
    return Math.abs(reader) > phaseStart && reader !== stamp ? -stamp : stamp;
  }

  store(indexes: Int32Array, { elementsPerLane, register, report }: Moves): void {
    for (let thread = 0; thread < indexes.length; thread++) {
      if (indexes[thread] < 0) continue;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = indexes[thread] + i;
        this.#checkStore(element, thread, report);
        const found = register[thread * elementsPerLane + i];
        const wanted = this.#expected(element);
        if (found !== wanted) reportWrong(report, thread, element, found, wanted);
        this.#values[element] = found;
      }
    }
  }

  #checkStore(element: number, thread: number, report: ReportProblem): void {
    const { blockStart, phaseStart } = this.#clock;
    const stamp = stampOf(phaseStart, thread);
    const reader = this.#readers[element];
    const lastRead = Math.abs(reader);
    if (this.#writers[element] !== 0) report("written-twice", thread, element);
    else if (reader === Infinity || (reader !== 0 && lastRead <= blockStart)) report("race", thread, element);
    else if (lastRead > phaseStart && reader !== stamp) report("race", thread, element, { otherThread: threadOf(lastRead) });
    this.#writers[element] = stamp;
  }

  finish(report: ReportMissing): void {
    for (let element = 0; element < this.#values.length; element++) {
      const wanted = this.#expected(element);
      const found = this.#values[element];
      if (this.#writers[element] === 0 && found !== wanted) report("missing-element", element, { found, expected: wanted });
    }
  }
}
