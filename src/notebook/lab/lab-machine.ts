import type { LabAnswers, LabMessage, LabProgress, LabQuestion } from "./lab-messages.ts";

/** A worker that has said nothing for so long while it works is ended. */
const WATCHDOG_MS = 30_000;

/** Says that a question was not answered because the worker was ended. */
export class Stopped extends Error {}

interface Asked {
  readonly question: LabQuestion;
  readonly onProgress: ((progress: LabProgress) => void) | undefined;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** The lab's worker, as the page sees it: it answers one question after the other, and can be stopped. */
export class LabMachine {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  /** The first one is being answered. */
  #asked: Asked[] = [];
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  /** @param start makes a worker of lab-worker.ts */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /**
   * @throws Stopped when the worker is ended before it has answered
   * @throws Error for a bug of the lab's, and when the worker cannot be loaded
   */
  ask<Q extends LabQuestion>(question: Q, onProgress?: (progress: LabProgress) => void): Promise<LabAnswers[Q["kind"]]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ question, onProgress, resolve: resolve as (answer: never) => void, reject });
      if (this.#asked.length === 1) this.#next();
    });
  }

  /** Ends the worker: what was asked is not answered, and the memory of the last launch is lost. */
  stop(reason = "stopped"): void {
    clearTimeout(this.#watchdog);
    this.#worker?.terminate();
    this.#worker = undefined;
    const left = this.#asked;
    this.#asked = [];
    for (const { reject } of left) reject(new Stopped(reason));
  }

  #next(): void {
    const [first] = this.#asked;
    if (first === undefined) return;
    this.#worker ??= this.#started();
    this.#watch();
    this.#worker.postMessage(first.question);
  }

  #started(): Worker {
    const worker = this.#start();
    worker.addEventListener("message", ({ data }: MessageEvent<LabMessage>) => this.#receive(data));
    worker.addEventListener("error", ({ message }: Partial<ErrorEvent>) => {
      const [first] = this.#asked;
      this.#asked.shift();
      this.stop();
      first?.reject(new Error(message ? message : "the lab's compiler could not be loaded"));
    });
    return worker;
  }

  #receive(message: LabMessage): void {
    if (message.kind === "progress") {
      this.#watch();
      this.#asked[0]?.onProgress?.(message.progress);
      return;
    }
    clearTimeout(this.#watchdog);
    const first = this.#asked.shift();
    if (message.kind === "answer") first?.resolve(message.answer as never);
    else first?.reject(new Error(message.message));
    this.#next();
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(
      () => this.stop(`Nothing was heard of the launch for ${WATCHDOG_MS / 1000} seconds, so it was ended.`),
      WATCHDOG_MS,
    );
  }
}
