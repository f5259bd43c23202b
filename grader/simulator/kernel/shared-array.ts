import type { ArrayState, Moves } from "./array-state.ts";
import { SharedRaces, type PhaseClock } from "./races.ts";

/** A block's shared memory: empty when the block starts. */
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

  load(indexes: Int32Array, moves: Moves): void {
    const { elementsPerLane } = moves;
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#load(index, thread, thread, phaseStart, moves);
      else for (let i = 0; i < elementsPerLane; i++) this.#load(index + i, thread, thread * elementsPerLane + i, phaseStart, moves);
    }
  }

  #load(element: number, thread: number, slot: number, phaseStart: number, moves: Moves): void {
    const stored = this.#races.load(element, thread, phaseStart, moves);
    moves.register[slot] = stored ? this.#values[element]! : 0;
    if (!stored) moves.report("read-before-write", thread, element);
  }

  store(indexes: Int32Array, moves: Moves): void {
    const { elementsPerLane } = moves;
    const phaseStart = this.#clock.phaseStartInBlock;
    for (let thread = 0; thread < indexes.length; thread++) {
      const index = indexes[thread]!;
      if (index < 0) continue;
      if (elementsPerLane === 1) this.#store(index, thread, thread, phaseStart, moves);
      else for (let i = 0; i < elementsPerLane; i++) this.#store(index + i, thread, thread * elementsPerLane + i, phaseStart, moves);
    }
  }

  #store(element: number, thread: number, slot: number, phaseStart: number, moves: Moves): void {
    const value = moves.register[slot]!;
    if (value === 0) moves.report("empty-register", thread, element);
    this.#races.store(element, thread, phaseStart, moves);
    this.#values[element] = value;
  }

  finish(): void {}
}
