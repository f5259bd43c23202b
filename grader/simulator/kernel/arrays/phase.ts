/** Threads of a block are fewer, so that a phase and a thread fit one number. */
const THREADS = 1024;

/**
 * Barriers cut the run of a block into phases: what two threads do in one phase is unordered.
 * A *stamp* names a phase and a thread of its block in one number, 0 for never; it is greater than `phaseStart` when it is of this phase.
 */
export class PhaseClock {
  /** Phases are numbered through the whole run: stamps up to here belong to other blocks. */
  blockStart = 0;
  /** Stamps up to here belong to earlier phases. */
  phaseStart = 0;

  nextBlock(): void {
    this.nextPhase();
    this.blockStart = this.phaseStart;
  }

  nextPhase(): void {
    this.phaseStart += THREADS;
  }

  /** The part of `phaseStart` that belongs to this block: a small integer, for arrays that each block has its own of. */
  get phaseStartInBlock(): number {
    return this.phaseStart - this.blockStart;
  }
}

/** The stamp of a thread in the phase that starts so. */
export function stampOf(phaseStart: number, thread: number): number {
  return phaseStart + thread + 1;
}

/** The number, in its block, of the thread of a stamp. */
export function threadOf(stamp: number): number {
  return (stamp - 1) % THREADS;
}
