import { EpochClock } from "../epoch-clock.ts";
import type { AccessContext } from "./array-state.ts";
import type { Access, Step } from "./kernel.ts";
import { MAX_THREADS_PER_BLOCK } from "./launch.ts";

/*
 * Two threads race when both touch an element, at least one of them storing, with no barrier between them. Barriers cut the run of a
 * block into phases, and accesses within one phase are unordered. To find races it is enough to remember for each element the epochs of
 * its last store and of its last load.
 */

/** The clock of a block whose threads all run from barrier to barrier: each phase is a segment, and its epochs are `phaseStart` + thread. */
export class PhaseClock extends EpochClock {
  constructor() {
    super(MAX_THREADS_PER_BLOCK);
  }

  nextBlock(): void {
    this.startBlock();
    this.startSegment();
  }

  nextPhase(): void {
    this.barrier();
    this.startSegment();
  }

  /** `phaseStart`, with the phases numbered from 1 on in each block: a small integer, for shared arrays. */
  get phaseStartInBlock(): number {
    return this.phaseStart - this.blockStart + MAX_THREADS_PER_BLOCK;
  }
}

/** The number, in its block, of the thread of an epoch. */
function threadOf(epoch: number): number {
  return epoch % MAX_THREADS_PER_BLOCK;
}

/** Finds races in a shared array: between the threads of one block. */
export class SharedRaces {
  /** Epoch, in this block, of the last store of each element; 0 where there was none. */
  readonly stores: Int32Array;
  /** Epoch, in this block, of the last load of each element; negated when several threads loaded it in that phase. */
  readonly #loads: Int32Array;

  readonly #clock: PhaseClock;
  /** Start of the phase of the last store. */
  #storePhase = 0;

  constructor(clock: PhaseClock, length: number) {
    this.#clock = clock;
    this.stores = new Int32Array(length);
    this.#loads = new Int32Array(length);
  }

  startBlock(): void {
    this.stores.fill(0);
    this.#loads.fill(0);
  }

  /** Called before the stores of an access. */
  startStores(): void {
    this.#storePhase = this.#clock.phaseStart;
  }

  /** Whether the loads of an access must be checked or recorded: they need not where a barrier is between them and all stores. */
  concernLoads({ tracksLoads }: AccessContext): boolean {
    return tracksLoads || this.#storePhase === this.#clock.phaseStart;
  }

  /** Checks and records a load. Returns whether anything was stored in the element in this block. */
  load(element: number, thread: number, phaseStart: number, { tracksLoads, report }: AccessContext): boolean {
    const epoch = phaseStart + thread;
    const stored = this.stores[element]!;
    if (stored >= phaseStart && stored !== epoch) report("race", thread, element, { otherThread: threadOf(stored) });
    if (tracksLoads) {
      const loaded = this.#loads[element]!;
      const byOthersToo = Math.abs(loaded) >= phaseStart && loaded !== epoch;
      this.#loads[element] = byOthersToo ? -epoch : epoch;
    }
    return stored !== 0;
  }

  /** Checks and records a store. */
  store(element: number, thread: number, phaseStart: number, { tracksLoads, report }: AccessContext): void {
    const epoch = phaseStart + thread;
    const stored = this.stores[element]!;
    if (stored >= phaseStart && stored !== epoch) report("race", thread, element, { otherThread: threadOf(stored) });
    else if (tracksLoads) {
      const loaded = this.#loads[element]!;
      if (Math.abs(loaded) >= phaseStart && loaded !== epoch) report("race", thread, element, { otherThread: threadOf(Math.abs(loaded)) });
    }
    this.stores[element] = epoch;
  }
}

/**
 * Finds races in a global array that a kernel both loads from and stores to. Blocks are unordered, and barriers order the threads of
 * one block only. Each element is stored at most once.
 */
export class GlobalRaces {
  readonly #clock: PhaseClock;
  /** Epoch of the store of each element. */
  readonly #stores: Float64Array;
  /** Epoch of the last load of each element; negated when several threads loaded it in that phase; Infinity when several blocks did. */
  readonly #loads: Float64Array;

  constructor(clock: PhaseClock, length: number) {
    this.#clock = clock;
    this.#stores = new Float64Array(length);
    this.#loads = new Float64Array(length);
  }

  isStored(element: number): boolean {
    return this.#stores[element] !== 0;
  }

  /** Checks and records a load. */
  load(element: number, thread: number, { report }: AccessContext): void {
    const { blockStart, phaseStart } = this.#clock;
    const epoch = phaseStart + thread;
    const stored = this.#stores[element]!;
    if (stored !== 0) {
      if (stored < blockStart) report("race", thread, element);
      else if (stored >= phaseStart && stored !== epoch) report("race", thread, element, { otherThread: threadOf(stored) });
    }
    this.#loads[element] = this.#lastLoad(this.#loads[element]!, epoch);
  }

  /** The new entry of `#loads` after a load. */
  #lastLoad(loaded: number, epoch: number): number {
    const { blockStart, phaseStart } = this.#clock;
    if (loaded === Infinity || (loaded !== 0 && Math.abs(loaded) < blockStart)) return Infinity;
    return Math.abs(loaded) >= phaseStart && loaded !== epoch ? -epoch : epoch;
  }

  /** Checks and records a store. */
  store(element: number, thread: number, { report }: AccessContext): void {
    const { blockStart, phaseStart } = this.#clock;
    const epoch = phaseStart + thread;
    const loaded = this.#loads[element]!;
    const lastLoad = Math.abs(loaded);
    if (this.#stores[element] !== 0) report("written-twice", thread, element);
    else if (loaded === Infinity || (loaded !== 0 && lastLoad < blockStart)) report("race", thread, element);
    else if (lastLoad >= phaseStart && loaded !== epoch) report("race", thread, element, { otherThread: threadOf(lastLoad) });
    this.#stores[element] = epoch;
  }
}

/**
 * The loads and stores of one array where the store may follow the load without a barrier between them: only for these must a run
 * record which thread loaded what. A conservative analysis of the kernel's steps: the body of a repeat is visited twice, because
 * its last steps come before its first ones in the next iteration.
 */
export function accessesNeedingRaceCheck(steps: readonly Step[]): Set<Access> {
  const found = new Set<Access>();
  let phase: Access[] = [];
  const visit = (step: Step): void => {
    if (step.kind === "barrier") phase = [];
    else if (step.kind === "repeat") [...step.steps, ...step.steps].forEach(visit);
    else if (step.kind === "combine" || step.kind === "pack") return;
    else if (step.kind === "move") [step.load, step.store].forEach(visit);
    else {
      const loads = step.kind === "store" ? phase.filter((other) => other.kind === "load" && other.array === step.array) : [];
      for (const load of loads) found.add(load).add(step);
      phase.push(step);
    }
  };
  steps.forEach(visit);
  return found;
}
