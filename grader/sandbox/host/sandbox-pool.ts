import { availableParallelism } from "node:os";
import type { Job, JobResult } from "#judge/job.ts";
import { NodeSandbox, type NodeSandboxOptions } from "./node.ts";

/** Several sandboxes, one a core: a job goes to one that is free, or waits for the first to be. */
export class SandboxPool {
  readonly #sandboxes: readonly NodeSandbox[];
  readonly #free: NodeSandbox[];
  readonly #waiting: ((sandbox: NodeSandbox) => void)[] = [];

  constructor(size = availableParallelism(), options: NodeSandboxOptions = {}) {
    this.#sandboxes = Array.from({ length: size }, () => new NodeSandbox(options));
    this.#free = [...this.#sandboxes];
  }

  get size(): number {
    return this.#sandboxes.length;
  }

  async run(job: Job): Promise<JobResult> {
    const sandbox = this.#free.pop() ?? (await new Promise<NodeSandbox>((resolve) => this.#waiting.push(resolve)));
    try {
      return await sandbox.run(job);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(sandbox);
      else this.#free.push(sandbox);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#sandboxes.map((sandbox) => sandbox.close()));
  }
}
