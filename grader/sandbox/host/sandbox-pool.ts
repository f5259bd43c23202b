import { availableParallelism } from "node:os";
import type { GradeJob, Preview, PreviewJob, SketchOutcome } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import type { Sketch } from "#judge/sketch.ts";
import { childProcess } from "./node-transport.ts";
import { Sandbox, type SandboxOptions, type Transport } from "./sandbox.ts";

/** Several sandboxes, one per core: a job goes to a free one, or waits for the next one to become free. */
export class SandboxPool {
  readonly #sandboxes: readonly Sandbox[];
  readonly #free: Sandbox[];
  readonly #waiting: ((sandbox: Sandbox) => void)[] = [];
  /** The exercise that each sandbox has graded answers to. */
  readonly #exercises = new Map<Sandbox, string>();

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
    const remembers = (sandbox: Sandbox): boolean => this.#exercises.get(sandbox) === job.exercise;
    return this.#withSandbox((sandbox) => {
      this.#exercises.set(sandbox, job.exercise);
      return sandbox.gradeIfPlain(job);
    }, remembers);
  }

  preview(job: PreviewJob): Promise<Preview> {
    return this.#withSandbox((sandbox) => sandbox.preview(job));
  }

  sketch(sketch: Sketch): Promise<SketchOutcome> {
    return this.#withSandbox((sandbox) => sandbox.sketch(sketch));
  }

  /** @param isPreferred whether a free sandbox should be taken before the others */
  async #withSandbox<Result>(
    work: (sandbox: Sandbox) => Promise<Result>,
    isPreferred: (sandbox: Sandbox) => boolean = () => false,
  ): Promise<Result> {
    // Without a preferred one, the last: position -1.
    const preferred = this.#free.findIndex(isPreferred);
    const [sandbox = await new Promise<Sandbox>((resolve) => this.#waiting.push(resolve))] = this.#free.splice(preferred, 1);
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

/**
 * Sandboxes that grade the answers of an exercise's folder: plain ones in processes that run nothing else and cache what answers to the
 * exercise have in common, all others in other processes. The verdicts are the same either way, see `PlainJudge`.
 */
export class FolderSandboxes {
  readonly #plain: SandboxPool;
  readonly #others: SandboxPool;

  constructor(size = availableParallelism()) {
    this.#plain = new SandboxPool(size);
    this.#others = new SandboxPool(size);
  }

  /** How many folders are best checked at a time: a process caches one exercise. */
  get size(): number {
    return this.#plain.size;
  }

  readonly grade = async (job: GradeJob): Promise<GradeResult> => (await this.#plain.gradeIfPlain(job)) ?? this.#others.grade(job);

  async close(): Promise<void> {
    await Promise.all([this.#plain.close(), this.#others.close()]);
  }
}
