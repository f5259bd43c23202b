import { availableParallelism } from "node:os";
import type { GradeJob, Preview, PreviewJob, SketchOutcome } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import type { Sketch } from "#judge/sketch.ts";
import { childProcess } from "./node-transport.ts";
import { Sandbox, type SandboxOptions, type Transport } from "./sandbox.ts";

/** Several sandboxes, one per core: a job goes to one that is free, or waits for the next one to become free. */
export class SandboxPool {
  readonly #sandboxes: readonly Sandbox[];
  readonly #free: Sandbox[];
  readonly #waiting: ((sandbox: Sandbox) => void)[] = [];

  constructor(size = availableParallelism(), options: SandboxOptions = {}, transport: Transport = childProcess) {
    this.#sandboxes = Array.from({ length: size }, () => new Sandbox(transport, options));
    this.#free = [...this.#sandboxes];
  }

  get size(): number {
    return this.#sandboxes.length;
  }

  grade(job: GradeJob): Promise<GradeResult> {
    return this.#withSandbox((sandbox) => sandbox.grade(job));
  }

  gradeIfPlain(job: GradeJob): Promise<GradeResult | undefined> {
    return this.#withSandbox((sandbox) => sandbox.gradeIfPlain(job));
  }

  preview(job: PreviewJob): Promise<Preview> {
    return this.#withSandbox((sandbox) => sandbox.preview(job));
  }

  sketch(sketch: Sketch): Promise<SketchOutcome> {
    return this.#withSandbox((sandbox) => sandbox.sketch(sketch));
  }

  async #withSandbox<Result>(work: (sandbox: Sandbox) => Promise<Result>): Promise<Result> {
    const sandbox = this.#free.pop() ?? (await new Promise<Sandbox>((resolve) => this.#waiting.push(resolve)));
    try {
      return await work(sandbox);
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
