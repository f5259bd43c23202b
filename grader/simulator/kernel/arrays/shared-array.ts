import type { ArrayState, Moves } from "./array-state.ts";
import { severalReaders, threadOf, type PhaseClock } from "./phase.ts";

/** A block's shared memory: empty when the block starts. Who touched a word last, and in which phase, decides what is a race. */
export class SharedArray implements ArrayState {
  readonly #clock: PhaseClock;
  readonly #values: Int32Array;
  readonly #writers: Float64Array;
  readonly #readers: Float64Array;

  constructor(clock: PhaseClock, length: number) {
    this.#clock = clock;
    this.#values = new Int32Array(length);
    this.#writers = new Float64Array(length);
    this.#readers = new Float64Array(length);
  }

  load(indexes: Int32Array, { elementsPerLane, register, tracksReads, report }: Moves): void {
    const values = this.#values;
    const writers = this.#writers;
    const readers = this.#readers;
    const { blockStart, phaseStart } = this.#clock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread];
      if (index < 0) continue;
      const stamp = phaseStart + thread;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = index + i;
        const writer = writers[element];
        if (writer < blockStart) report("read-before-write", thread, element);
        else if (writer >= phaseStart && writer !== stamp) report("race", thread, element, { otherThread: threadOf(writer) });
        if (tracksReads) {
          const reader = readers[element];
          readers[element] = reader >= phaseStart && reader !== stamp ? severalReaders(phaseStart) : stamp;
        }
        register[thread * elementsPerLane + i] = writer < blockStart ? 0 : values[element];
      }
    }
  }

  store(indexes: Int32Array, { elementsPerLane, register, tracksReads, report }: Moves): void {
    const values = this.#values;
    const writers = this.#writers;
    const readers = this.#readers;
    const { phaseStart } = this.#clock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread];
      if (index < 0) continue;
      const stamp = phaseStart + thread;
      for (let i = 0; i < elementsPerLane; i++) {
        const element = index + i;
        const value = register[thread * elementsPerLane + i];
        if (value === 0) report("empty-register", thread, element);
        const writer = writers[element];
        if (writer >= phaseStart && writer !== stamp) report("race", thread, element, { otherThread: threadOf(writer) });
        else if (tracksReads) {
          const reader = readers[element];
          if (reader >= phaseStart && reader !== stamp) report("race", thread, element, { otherThread: threadOf(reader) });
        }
        values[element] = value;
        writers[element] = stamp;
      }
    }
  }

  finish(): void {}
}
