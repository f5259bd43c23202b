/** Threads of a block are fewer, so that a phase and a thread fit one number. */
const THREADS = 1024;

/**
 * Barriers cut the run of a block into phases: what two threads do in one phase is unordered.
 * Phases are numbered through the whole run; a *stamp* names a phase and a thread of its block in one number, 0 for never.
 */
export class PhaseClock {
  /** Stamps below belong to other blocks. */
  blockStart = 0;
  /** Stamps below belong to earlier phases. */
  phaseStart = 0;

  nextBlock(): void {
    this.nextPhase();
    this.blockStart = this.phaseStart;
  }

  nextPhase(): void {
    this.phaseStart += THREADS;
  }

  stamp(thread: number): number {
    return this.phaseStart + thread;
  }
}

/** The number, in its block, of the thread of a stamp. */
export function threadOf(stamp: number): number {
  return Math.floor(stamp) % THREADS;
}

/** Stamp of an element that several threads have read in this phase: later than the phase's start and equal to no thread's. */
export function severalReaders(phaseStart: number): number {
  return phaseStart + THREADS - 0.5;
}
