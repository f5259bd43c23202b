import type { Job, JobResult } from "#judge/job.ts";
import { failureResult, faultResult } from "./failure-result.ts";
import { limitError, type BrokenLimit, type Limits } from "./limits.ts";
import type { SandboxMessage } from "./messages.ts";
import { Watchdog } from "./watchdog.ts";

/** How a job ended. After anything but a result, the sandbox is to be thrown away. */
export type Ending =
  | { readonly type: "result"; readonly result: JobResult }
  | { readonly type: "limit"; readonly broken: BrokenLimit }
  | { readonly type: "fault"; readonly message: string };

/** A sandbox that has not loaded its job by then never will: a fault of ours. */
const STARTUP_LIMIT_MS = 30_000;

/** One job as its host sees it, from the moment that it is sent into a sandbox, which may still be starting. */
export class Conversation {
  /** Never rejects: something ends it in any case. */
  readonly ending: Promise<Ending>;
  readonly #limits: Limits;
  readonly #startup: ReturnType<typeof setTimeout>;
  #watchdog: Watchdog | undefined;
  #resolve!: (ending: Ending) => void;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.ending = new Promise((resolve) => (this.#resolve = resolve));
    this.#startup = setTimeout(() => this.end({ type: "fault", message: "the sandbox did not start" }), STARTUP_LIMIT_MS);
  }

  hear(message: SandboxMessage): void {
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
  end(ending: Ending): void {
    clearTimeout(this.#startup);
    this.#watchdog?.stop();
    this.#resolve(ending);
  }
}

/** The result of a job that ended so, spelled alike in page and command line. */
export function resultOf(job: Job, ending: Ending, limits: Limits): JobResult {
  switch (ending.type) {
    case "result":
      return ending.result;
    case "limit":
      return failureResult(job, limitError(ending.broken, limits));
    case "fault":
      return faultResult(job, ending.message);
  }
}
