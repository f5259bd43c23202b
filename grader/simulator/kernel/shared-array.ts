import type { AccessContext, ArrayState } from "./array-state.ts";
import { SharedRaces, type PhaseClock } from "./races.ts";

/** An array in shared memory: empty when a block starts. */
export class SharedArray implements ArrayState {
  readonly #clock: PhaseClock;
  readonly #values: Int32Array;
  readonly #races: SharedRaces;

  constructor(clock: PhaseClock, length: number) {
    this.#clock = clock;
    this.#values = new Int32Array(length);
    this.#races = new SharedRaces(length);
  }

  startBlock(): void {
    this.#races.startBlock();
  }

  load(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane } = context;
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#load(index, thread, thread, phaseStart, context);
      else for (let i = 0; i < elementsPerLane; i++) this.#load(index + i, thread, thread * elementsPerLane + i, phaseStart, context);
    }
  }

  #load(element: number, thread: number, slot: number, phaseStart: number, context: AccessContext): void {
    const stored = this.#races.load(element, thread, phaseStart, context);
    context.register[slot] = stored ? this.#values[element]! : 0;
    if (!stored) context.report("read-before-write", thread, element);
  }

  store(indexes: Int32Array, context: AccessContext): void {
    const { elementsPerLane } = context;
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#store(index, thread, thread, phaseStart, context);
      else for (let i = 0; i < elementsPerLane; i++) this.#store(index + i, thread, thread * elementsPerLane + i, phaseStart, context);
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
