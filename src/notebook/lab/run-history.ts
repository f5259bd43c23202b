import { signal } from "@preact/signals";
import { reasonOf } from "../reason-of.ts";
import { isSameRun, withRun, type KeptRun } from "../storage/lab-runs.ts";

/** Where runs are kept across visits. */
export interface RunStore {
  readonly readRuns: (kernel: string) => Promise<readonly KeptRun[]>;
  readonly addRuns: (kernel: string, added: readonly KeptRun[]) => Promise<readonly KeptRun[]>;
}

/** The runs of the kernel that is open, newest first: those of this visit, and those of earlier ones where the browser keeps them. */
export class RunHistory {
  readonly runs = signal<readonly KeptRun[]>([]);
  /** Why runs are not kept across visits. */
  readonly problem = signal<string | undefined>(undefined);
  readonly #store: RunStore | undefined;
  #kernel = "";

  /** @param store without one, runs are kept for this visit only */
  constructor(store: RunStore | undefined) {
    this.#store = store;
  }

  /** Another kernel is open. @param kernel names it among all */
  async open(kernel: string): Promise<void> {
    if (this.#kernel === kernel) return;
    this.#kernel = kernel;
    this.runs.value = [];
    await this.#show(kernel, (store) => store.readRuns(kernel));
  }

  /** The open kernel has become another one: a copy, or the learner's own. What was run before goes with it. */
  async follow(kernel: string): Promise<void> {
    if (this.#kernel === kernel) return;
    this.#kernel = kernel;
    const { value: runs } = this.runs;
    if (runs.length > 0) await this.#show(kernel, (store) => store.addRuns(kernel, runs));
  }

  async add(run: KeptRun): Promise<void> {
    this.runs.value = withRun(this.runs.value, run);
    const kernel = this.#kernel;
    await this.#show(kernel, (store) => store.addRuns(kernel, [run]));
  }

  /** Whether a version is among the runs. */
  has({ run }: Pick<KeptRun, "run">): boolean {
    return this.runs.value.some((one) => isSameRun(one.run, run));
  }

  /** What is kept, and what was run meanwhile. */
  async #show(kernel: string, read: (store: RunStore) => Promise<readonly KeptRun[]>): Promise<void> {
    if (this.#store === undefined) return;
    try {
      const kept = await read(this.#store);
      if (this.#kernel === kernel) this.runs.value = this.runs.value.reduce(withRun, kept);
    } catch (error) {
      this.problem.value = reasonOf(error);
    }
  }
}
