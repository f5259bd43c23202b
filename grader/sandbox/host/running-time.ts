/**
 * Returns how long an answer has run so far, in ms from any start. If possible, the host asks the operating system for the processor time.
 */
export type RunningTime = () => number | Promise<number>;

/** A thread whose turn comes this much later than requested, in ms, shares its core with others. */
const LATEST_TURN_MS = 50;

/**
 * The running time where processor time is not available, as in a page: time passes in turns of `turnMs`, and a turn that comes late
 * because the machine is busy or the page is hidden counts as hardly late.
 */
export class TurnClock {
  readonly #turnMs: number;
  #last: number;
  #runningMs = 0;

  /** @param turnMs how often `turn` is called */
  constructor(turnMs: number) {
    this.#turnMs = turnMs;
    this.#last = performance.now();
  }

  /** Counts the turn that has just passed, and returns the running time so far. */
  turn(): number {
    const now = performance.now();
    this.#runningMs += Math.min(now - this.#last, this.#turnMs + LATEST_TURN_MS);
    this.#last = now;
    return this.#runningMs;
  }
}
