import type { BrokenLimit, Limits } from "./limits.ts";
import type { Printed } from "#judge/printed.ts";
import type { SandboxMessage } from "./perform-job.ts";
import type { RunningTime } from "./running-time.ts";
import { Watchdog } from "./watchdog.ts";

/** How a job ended. After anything but a result, the process or worker must be killed. */
export type Ending<Result> =
  | { readonly type: "result"; readonly result: Result; readonly printed?: Printed }
  /** `hiddenCase`: the hidden case that was running when the limit was reached. */
  | { readonly type: "limit"; readonly broken: BrokenLimit; readonly hiddenCase?: string }
  | { readonly type: "fault"; readonly message: string }
  | Interruption;

/** The end of a job that gave way to one that waited behind it. */
export interface Interruption {
  readonly type: "interrupted";
}

/** A process or worker that has not loaded its job after so much running time is given up: a fault of the grader. */
const STARTUP_LIMIT_MS = 30_000;

/** One job as its host sees it, from the moment that it is sent to a process or worker, which may still be starting. */
export class Conversation<Result> {
  /** Never rejects, and always settles: at the latest when a limit is reached. */
  readonly ending: Promise<Ending<Result>>;
  readonly #limits: Limits;
  readonly #runningTime: RunningTime | undefined;
  readonly #memory: RunningTime | undefined;
  #watchdog: Watchdog;
  #hiddenCase: string | undefined;
  #resolve!: (ending: Ending<Result>) => void;

  constructor(limits: Limits, runningTime?: RunningTime, memory?: RunningTime) {
    this.#limits = limits;
    this.#runningTime = runningTime;
    this.#memory = memory;
    this.ending = new Promise((resolve) => (this.#resolve = resolve));
    const startup = { ...limits, silenceMs: STARTUP_LIMIT_MS, totalMs: STARTUP_LIMIT_MS };
    this.#watchdog = new Watchdog(startup, () => this.end({ type: "fault", message: "the sandbox did not start" }), runningTime);
  }

  receive(message: SandboxMessage<Result>): void {
    switch (message.type) {
      case "started":
        this.#watchdog.stop();
        this.#watchdog = new Watchdog(this.#limits, (broken) => this.end(endingBy(broken)), this.#runningTime, this.#memory);
        return;
      case "progress":
        return this.#watchdog.progress();
      case "hidden":
        this.#hiddenCase = message.case;
        return;
      case "result":
      case "fault":
        return this.end(message);
    }
  }

  /** The first ending counts. */
  end(ending: Ending<Result>): void {
    this.#watchdog.stop();
    this.#resolve(ending.type === "limit" && this.#hiddenCase !== undefined ? { ...ending, hiddenCase: this.#hiddenCase } : ending);
  }
}

function endingBy(broken: BrokenLimit | "hanging"): Ending<never> {
  return broken === "hanging" ? { type: "fault", message: "the sandbox did not answer" } : { type: "limit", broken };
}
