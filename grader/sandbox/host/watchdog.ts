import type { BrokenLimit, Limits } from "./limits.ts";

/** Watches one job: barks once, when the judge has been silent for too long or the job takes too long as a whole. */
export class Watchdog {
  readonly #limits: Limits;
  readonly #bark: (broken: BrokenLimit) => void;
  readonly #total: ReturnType<typeof setTimeout>;
  #silence: ReturnType<typeof setTimeout>;

  constructor(limits: Limits, bark: (broken: BrokenLimit) => void) {
    this.#limits = limits;
    this.#bark = bark;
    this.#total = setTimeout(() => this.#end("total"), limits.totalMs);
    this.#silence = this.#listen();
  }

  /** The judge gave a sign of life. */
  progress(): void {
    clearTimeout(this.#silence);
    this.#silence = this.#listen();
  }

  stop(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
  }

  #listen(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#end("silence"), this.#limits.silenceMs);
  }

  #end(broken: BrokenLimit): void {
    this.stop();
    this.#bark(broken);
  }
}
