import { childProcess } from "#sandbox/host/node-transport.ts";
import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import { Sandbox } from "#sandbox/host/sandbox.ts";
import type { JudgeAnswer } from "./judge-tasks.ts";
import { JUDGING_LIMITS } from "./judging-limits.ts";

/** Judges each answer in a process of its own, `workers` at a time. The processes end with `close`, or with this process. */
export class SandboxJudge {
  readonly #first: SandboxPool;
  readonly #again = new Sandbox(childProcess, { limits: JUDGING_LIMITS.again, namedLimits: JUDGING_LIMITS.first, fresh: true });

  constructor(workers: number) {
    this.#first = new SandboxPool(workers, { limits: JUDGING_LIMITS.first, fresh: true });
  }

  readonly judge: JudgeAnswer = (job, time) => (time === "first" ? this.#first : this.#again).grade(job);

  async close(): Promise<void> {
    await Promise.all([this.#first.close(), this.#again.close()]);
  }
}
