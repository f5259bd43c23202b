import { LatestRun } from "./latest-run.ts";

export interface TypingRunOptions<Input, Outcome> {
  /** What is to be run as it is now: another value after every change. */
  readonly input: () => Input;
  /** Runs it; undefined when it could not be run. */
  readonly work: (input: Input) => Promise<Outcome | undefined>;
  /** Whether an outcome says only what is wrong: with half a word, something often is. */
  readonly isError: (outcome: Outcome) => boolean;
  readonly show: (outcome: Outcome) => void;
}

/**
 * Runs what is being typed at every key, so that its picture is there at once. What is wrong with it is shown only when the typing pauses:
 * before, it is not yet finished.
 */
export class TypingRun<Input, Outcome> {
  readonly #options: TypingRunOptions<Input, Outcome>;
  readonly #runs: LatestRun<Outcome | undefined>;
  #isTyping = false;
  /** What runs now, or ran last. */
  #input: Input | undefined;
  #isRunning = false;
  /** What came of it, until it is shown. */
  #waiting: Outcome | undefined;
  #hasFailed = true;

  constructor(options: TypingRunOptions<Input, Outcome>) {
    this.#options = options;
    this.#runs = new LatestRun(
      () => this.#run(),
      (outcome) => this.#note(outcome),
    );
  }

  /** To be called at every key. */
  type(): void {
    this.#isTyping = true;
    void this.#runs.run();
  }

  /** To be called when the typing pauses, and when something else is to be run: it is, unless it has been. */
  pause(): void {
    this.#isTyping = false;
    const isSame = this.#input === this.#options.input();
    if (isSame && this.#isRunning) return;
    if (isSame && !this.#hasFailed) this.#show();
    else void this.#runs.run();
  }

  /** Forgets what ran: it is to run again. */
  clear(): void {
    this.#hasFailed = true;
    this.#waiting = undefined;
  }

  async #run(): Promise<Outcome | undefined> {
    this.#input = this.#options.input();
    this.#isRunning = true;
    try {
      return await this.#options.work(this.#input);
    } finally {
      this.#isRunning = false;
    }
  }

  #note(outcome: Outcome | undefined): void {
    this.#hasFailed = outcome === undefined;
    this.#waiting = outcome;
    if (outcome !== undefined && !(this.#isTyping && this.#options.isError(outcome))) this.#show();
  }

  #show(): void {
    const outcome = this.#waiting;
    this.#waiting = undefined;
    if (outcome !== undefined) this.#options.show(outcome);
  }
}
