import type { ArrayState, Moves } from "./array-state.ts";
import { stampOf, threadOf, type PhaseClock } from "./phase.ts";

/** A block's shared memory: empty when the block starts. Who touched a word last, and in which phase, decides what is a race. */
export class SharedArray implements ArrayState {
  readonly #clock: PhaseClock;
  readonly #values: Int32Array;
  /** Stamp of the last store of each element in this block; 0 for none. */
  readonly #writers: Int32Array;
  /** Stamp of the last load of each element in this block, or, when several threads loaded it in that phase, minus that stamp; 0 for none. */
  readonly #readers: Int32Array;

  constructor(clock: PhaseClock, length: number) {
    this.#clock = clock;
    this.#values = new Int32Array(length);
    this.#writers = new Int32Array(length);
    this.#readers = new Int32Array(length);
  }

  startBlock(): void {
    this.#writers.fill(0);
    this.#readers.fill(0);
  }

  load(indexes: Int32Array, moves: Moves): void {
    const { elementsPerLane } = moves;
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread];
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#load(index, thread, thread, phaseStart, moves);
      else for (let i = 0; i < elementsPerLane; i++) this.#load(index + i, thread, thread * elementsPerLane + i, phaseStart, moves);
    }
  }

  #load(element: number, thread: number, slot: number, phaseStart: number, { register, tracksReads, report }: Moves): void {
    const writer = this.#writers[element];
    register[slot] = this.#values[element];
    if (writer === 0) {
      register[slot] = 0;
      report("read-before-write", thread, element);
    } else if (writer > phaseStart && writer !== stampOf(phaseStart, thread)) {
      report("race", thread, element, { otherThread: threadOf(writer) });
    }
    if (tracksReads) this.#rememberRead(element, stampOf(phaseStart, thread), phaseStart);
  }

  #rememberRead(element: number, stamp: number, phaseStart: number): void {
    const reader = this.#readers[element];
    const anotherInThisPhase = Math.abs(reader) > phaseStart && reader !== stamp;
    this.#readers[element] = anotherInThisPhase ? -stamp : stamp;
  }

  store(indexes: Int32Array, moves: Moves): void {
    const { elementsPerLane } = moves;
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread];
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#store(index, thread, thread, phaseStart, moves);
      else for (let i = 0; i < elementsPerLane; i++) this.#store(index + i, thread, thread * elementsPerLane + i, phaseStart, moves);
    }
  }

  #store(element: number, thread: number, slot: number, phaseStart: number, { register, tracksReads, report }: Moves): void {
    const value = register[slot];
    if (value === 0) report("empty-register", thread, element);
    const stamp = stampOf(phaseStart, thread);
    const writer = this.#writers[element];
    if (writer > phaseStart && writer !== stamp) report("race", thread, element, { otherThread: threadOf(writer) });
    else if (tracksReads) {
      const reader = this.#readers[element];
      if (Math.abs(reader) > phaseStart && reader !== stamp) report("race", thread, element, { otherThread: threadOf(Math.abs(reader)) });
    }
    this.#values[element] = value;
    this.#writers[element] = stamp;
  }

  finish(): void {}
}
