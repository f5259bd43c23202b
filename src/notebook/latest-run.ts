/** Repeats a piece of work that must not overlap itself: one run at a time, and of what is asked for meanwhile only one more, afterwards. */
export class LatestRun<Outcome> {
  readonly #work: () => Promise<Outcome>;
  readonly #onOutcome: (outcome: Outcome) => void;
  #running: Promise<void> | undefined;
  #isStale = false;

  /**
   * @param work reads its input when it is called, so that a later run works with later input
   * @param onOutcome called with the outcome of a run unless another run was asked for meanwhile
   */
  constructor(work: () => Promise<Outcome>, onOutcome: (outcome: Outcome) => void) {
    this.#work = work;
    this.#onOutcome = onOutcome;
  }

  /** Resolves when the newest input has been worked with. */
  async run(): Promise<void> {
    this.#isStale = true;
    this.#running ??= this.#untilFresh().finally(() => (this.#running = undefined));
    await this.#running;
  }

  async #untilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      const outcome = await this.#work();
      if (!this.#isStale) this.#onOutcome(outcome);
    }
  }
}
