import type { BrokenLimit, Limits } from "./limits.ts";
import type { Printed } from "#judge/printed.ts";
import type { SandboxMessage } from "./perform-job.ts";

/** How a job ended. After anything but a result, the process or worker must be killed. */
export type Ending<Result> =
  | { readonly type: "result"; readonly result: Result; readonly printed?: Printed }
  | { readonly type: "limit"; readonly broken: BrokenLimit }
  | { readonly type: "fault"; readonly message: string };

/** A process or worker that has not loaded its job by then is given up: a fault of the grader. */
const STARTUP_LIMIT_MS = 30_000;

/** One job as its host sees it, from the moment that it is sent into a process or worker, which may still be starting. */
export class Conversation<Result> {
  /** Never rejects, and always settles: at the latest when a limit is reached. */
  readonly ending: Promise<Ending<Result>>;
  readonly #limits: Limits;
  readonly #startup: ReturnType<typeof setTimeout>;
  #watchdog: Watchdog | undefined;
  #resolve!: (ending: Ending<Result>) => void;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.ending = new Promise((resolve) => (this.#resolve = resolve));
    this.#startup = setTimeout(() => this.end({ type: "fault", message: "the sandbox did not start" }), STARTUP_LIMIT_MS);
  }

  receive(message: SandboxMessage<Result>): void {
    switch (message.type) {
      case "started":
        clearTimeout(this.#startup);
        this.#watchdog = new Watchdog(this.#limits, (broken) => this.end({ type: "limit", broken }));
        return;
      case "progress":
        return this.#watchdog?.progress();
      case "result":
      case "fault":
        return this.end(message);
    }
  }

  /** The first ending counts. */
  end(ending: Ending<Result>): void {
    clearTimeout(this.#startup);
    this.#watchdog?.stop();
    this.#resolve(ending);
  }
}

/** Watches one job: expires once, when there was no progress for too long or the job as a whole takes too long. */
class Watchdog {
  readonly #limits: Limits;
  readonly #onExpire: (broken: BrokenLimit) => void;
  readonly #total: ReturnType<typeof setTimeout>;
  #silence: ReturnType<typeof setTimeout>;

  constructor(limits: Limits, onExpire: (broken: BrokenLimit) => void) {
    this.#limits = limits;
    this.#onExpire = onExpire;
    this.#total = setTimeout(() => this.#expire("total"), limits.totalMs);
    this.#silence = this.#expectProgress();
  }

  progress(): void {
    clearTimeout(this.#silence);
    this.#silence = this.#expectProgress();
  }

  stop(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#total);
  }

  #expectProgress(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#expire("silence"), this.#limits.silenceMs);
  }

  #expire(broken: BrokenLimit): void {
    this.stop();
    this.#onExpire(broken);
  }
}
