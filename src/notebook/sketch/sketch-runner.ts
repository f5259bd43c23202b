import { signal } from "@preact/signals";
import type { SketchOutcome } from "#judge/grade.ts";
import type { SketchRun } from "#judge/run-sketch.ts";
import { LatestRun } from "../latest-run.ts";

/** Runs a sketch again whenever it has changed, and holds what came of it. */
export class SketchRunner {
  /** How the newest run ended. */
  readonly outcome = signal<SketchOutcome | undefined>(undefined);
  /** The last run that can be drawn. */
  readonly picture = signal<SketchRun | undefined>(undefined);
  readonly #runs: LatestRun<SketchOutcome | undefined>;

  /** @param runSketch runs the sketch as it is now; undefined when the sandbox could not be loaded */
  constructor(runSketch: () => Promise<SketchOutcome | undefined>) {
    this.#runs = new LatestRun(runSketch, (outcome) => {
      if (outcome === undefined) return;
      this.outcome.value = outcome;
      if (outcome.status === "ran") this.picture.value = outcome;
    });
  }

  run(): Promise<void> {
    return this.#runs.run();
  }

  /** Forgets what was drawn: another sketch follows. */
  clear(): void {
    this.outcome.value = undefined;
    this.picture.value = undefined;
  }
}
