import { signal } from "@preact/signals";
import { reasonOf } from "../reason-of.ts";
import { Stopped, type LabMachine } from "./lab-machine.ts";
import type { LabProgress } from "./lab-messages.ts";
import type { LabRun } from "./profile.ts";
import { sumsOf, type RunSums } from "./run-sums.ts";

/** A version that the last run is compared with. */
export interface OtherVersion {
  /** "Run of 14:03", "Transpose through a tile" */
  readonly label: string;
  readonly run: LabRun;
  readonly sums: RunSums;
}

/** Two versions side by side: the last run, and another one that was run before, or is run for the comparison. */
export class RunComparison {
  readonly other = signal<OtherVersion | undefined>(undefined);
  /** What is being run for the comparison. */
  readonly running = signal<{ readonly label: string; readonly progress: LabProgress } | undefined>(undefined);
  readonly problem = signal<string | undefined>(undefined);
  readonly #machine: Pick<LabMachine, "ask" | "stop"> | undefined;
  #asked = 0;

  /** @param machine runs other versions; not the one of the page, which keeps the arrays of the last run */
  constructor(machine: Pick<LabMachine, "ask" | "stop"> | undefined) {
    this.#machine = machine;
  }

  /** Compares with a version that was run. */
  show(other: OtherVersion): void {
    this.close();
    this.other.value = other;
  }

  /** Runs a version, and compares with it. */
  async run(label: string, run: LabRun): Promise<void> {
    this.close();
    const machine = this.#machine;
    if (machine === undefined) throw new Error("there is no machine to run other versions");
    const asked = this.#asked;
    const isWanted = (): boolean => this.#asked === asked;
    this.running.value = { label, progress: { blocks: 0 } };
    try {
      const outcome = await machine.ask({ kind: "run", run }, (progress) => {
        if (isWanted()) this.running.value = { label, progress };
      });
      if (!isWanted()) return;
      if (outcome.kind === "error") this.problem.value = `“${label}” does not run: ${outcome.error.message}`;
      else this.other.value = { label, run, sums: sumsOf(outcome) };
    } catch (error) {
      if (isWanted() && !(error instanceof Stopped)) this.problem.value = `“${label}” could not be run: ${reasonOf(error)}`;
    }
    if (!isWanted()) return;
    this.running.value = undefined;
    // Its memory is not needed any more.
    machine.stop();
  }

  /** Ends the comparison, and what is being run for it. */
  close(): void {
    this.#asked++;
    if (this.running.value !== undefined) this.#machine?.stop();
    this.running.value = undefined;
    this.problem.value = undefined;
    this.other.value = undefined;
  }
}
