import { signal } from "@preact/signals";
import type { LaunchCosts } from "#clock/estimate-time.ts";
import { reasonOf } from "../reason-of.ts";
import { Stopped, type LabMachine } from "./lab-machine.ts";
import type { LabRun } from "./profile.ts";

/** What a launch costs on another GPU, by estimate, or why nobody knows. */
export type OtherCosts = { readonly device: string } & ({ readonly costs: LaunchCosts } | { readonly problem: string });

/** What if it were another GPU, or one that is set otherwise: the launch that is shown, run for other devices, one after the other. */
export class OtherGpus {
  /** Of the launch that `start` was given, in the order of the devices. */
  readonly found = signal<readonly OtherCosts[]>([]);
  /** The device that is being run for. */
  readonly running = signal<string | undefined>(undefined);
  readonly #machine: Pick<LabMachine, "ask" | "stop"> | undefined;
  #started = 0;

  /** @param machine runs the launches; without one, there is nothing to ask */
  constructor(machine: Pick<LabMachine, "ask" | "stop"> | undefined) {
    this.#machine = machine;
  }

  get isThere(): boolean {
    return this.#machine !== undefined;
  }

  /** Runs a launch for each of the devices. What was known of another launch is forgotten. */
  async start(run: LabRun, devices: readonly string[]): Promise<void> {
    this.close();
    const machine = this.#machine;
    if (machine === undefined) return;
    const started = this.#started;
    for (const device of devices) {
      this.running.value = device;
      const found = await this.#costsOn(machine, { ...run, device });
      if (this.#started !== started) return;
      if (found !== undefined) this.found.value = [...this.found.value, found];
    }
    this.running.value = undefined;
    machine.stop();
  }

  /** Forgets what was asked, and ends what is being run for it. */
  close(): void {
    this.#started++;
    if (this.running.value !== undefined) this.#machine?.stop();
    this.running.value = undefined;
    this.found.value = [];
  }

  async #costsOn(machine: Pick<LabMachine, "ask">, run: LabRun): Promise<OtherCosts | undefined> {
    try {
      const outcome = await machine.ask({ kind: "run", run });
      if (outcome.kind === "error") return { device: run.device, problem: outcome.error.message };
      const { costs } = outcome;
      return costs === undefined ? undefined : { device: run.device, costs };
    } catch (error) {
      return error instanceof Stopped ? undefined : { device: run.device, problem: reasonOf(error) };
    }
  }
}
