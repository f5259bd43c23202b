import type { AccessContext, ArrayState } from "./array-state.ts";
import { SharedRaces, type PhaseClock } from "./races.ts";

/** An array in shared memory: empty when a block starts. */
export class SharedArray implements ArrayState {
  readonly #clock: PhaseClock;
  /** The values stored in this block, by element; 0 for none. */
  readonly #values: Int32Array;
  readonly #races: SharedRaces;

  constructor(clock: PhaseClock, length: number) {
    this.#clock = clock;
    this.#values = new Int32Array(length);
    this.#races = new SharedRaces(clock, length);
  }

  startBlock(): void {
    this.#values.fill(0);
    this.#races.startBlock();
  }

  load(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane } = context;
    if (elementsPerLane === 1 && !this.#races.concernLoads(context)) return this.#loadWithoutRaces(indexes, context);
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#load(index, thread, thread, phaseStart, context);
      else for (let i = 0; i < elementsPerLane; i++) this.#load(index + i, thread, thread * elementsPerLane + i, phaseStart, context);
    }
  }

  /** Single elements that were stored before the last barrier: most loads of full-size kernels. */
  #loadWithoutRaces(indexes: Int32Array, context: AccessContext): void {
    const { register } = context;
    const values = this.#values;
    const phaseStart = this.#clock.phaseStartInBlock;
    const threads = indexes.length;
    for (let thread = 0; thread < threads; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      const value = values[index]!;
      if (value !== 0) register[thread] = value;
      else this.#load(index, thread, thread, phaseStart, context);
    }
  }

  #load(element: number, thread: number, slot: number, phaseStart: number, context: AccessContext): void {
    const stored = this.#races.load(element, thread, phaseStart, context);
    context.register[slot] = this.#values[element]!;
    if (!stored) context.report("read-before-write", thread, element);
  }

  store(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane, tracksLoads } = context;
    this.#races.startStores();
    if (elementsPerLane === 1 && !tracksLoads) return this.#storeUntracked(indexes, context);
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#store(index, thread, thread, phaseStart, context);
      else for (let i = 0; i < elementsPerLane; i++) this.#store(index + i, thread, thread * elementsPerLane + i, phaseStart, context);
    }
  }

  /** Single elements that can race with other stores only: most stores of full-size kernels. */
  #storeUntracked(indexes: Int32Array, context: AccessContext): void {
    const { register } = context;
    const values = this.#values;
    const { stores } = this.#races;
    const phaseStart = this.#clock.phaseStartInBlock;
    const threads = indexes.length;
    for (let thread = 0; thread < threads; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      const value = register[thread]!;
      if (value !== 0 && stores[index]! < phaseStart) {
        stores[index] = phaseStart + thread;
        values[index] = value;
      } else this.#store(index, thread, thread, phaseStart, context);
    }
  }

  #store(element: number, thread: number, slot: number, phaseStart: number, context: AccessContext): void {
    const value = context.register[slot]!;
    if (value === 0) context.report("empty-register", thread, element);
    this.#races.store(element, thread, phaseStart, context);
    this.#values[element] = value;
  }

  finish(): void {}
}
