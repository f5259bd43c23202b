import { NodeSandbox } from "#sandbox/host/node.ts";
import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import type { JudgeAnswer } from "./judge-tasks.ts";
import { JUDGING_LIMITS } from "./judging-limits.ts";

/** Judges each answer in a process of its own, `workers` at a time. The processes end with `close`, or with this process. */
export class SandboxJudge {
  readonly #first: SandboxPool;
  readonly #again = new NodeSandbox({ limits: JUDGING_LIMITS.again, namedLimits: JUDGING_LIMITS.first, fresh: true });

  constructor(workers: number) {
    this.#first = new SandboxPool(workers, { limits: JUDGING_LIMITS.first, fresh: true });
  }

  readonly judge: JudgeAnswer = async (job, time) => {
    const sandbox = time === "first" ? this.#first : this.#again;
    const done = await sandbox.run(job);
    if (done.mode !== "grade") throw new Error(`the sandbox was asked for a grade and gave a ${done.mode}`);
    return done.result;
  };

  async close(): Promise<void> {
    await Promise.all([this.#first.close(), this.#again.close()]);
  }
}
