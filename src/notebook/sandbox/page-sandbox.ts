import { Conversation, resultOf } from "#sandbox/host/conversation.ts";
import { LIMITS } from "#sandbox/host/limits.ts";
import type { Job, JobResult } from "#judge/job.ts";
import { SandboxFrame } from "./frame.ts";

/** Runs answers in a worker that the page can kill and that can reach nothing. One job at a time; the twin of `NodeSandbox`. */
export class PageSandbox {
  #frame: SandboxFrame | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  /** Never rejects, but for a page that cannot load its own script. */
  run(job: Job): Promise<JobResult> {
    const result = this.#queue.then(() => this.#runNow(job));
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Starts the worker before it is needed. */
  async warmUp(): Promise<void> {
    this.#frame ??= new SandboxFrame((await import("virtual:sandbox-worker")).default);
  }

  async #runNow(job: Job): Promise<JobResult> {
    await this.warmUp();
    const conversation = new Conversation(LIMITS);
    this.#frame?.send(job, (message) => conversation.hear(message));
    const ending = await conversation.ending;
    if (ending.type !== "result") {
      this.#frame?.kill();
      this.#frame = undefined;
    }
    return resultOf(job, ending, LIMITS);
  }
}

/** All cells of a page share one sandbox. */
export const pageSandbox = new PageSandbox();
