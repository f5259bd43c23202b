import { signal } from "@preact/signals";
import type { SketchOutcome } from "#judge/grade.ts";
import type { SketchRun } from "#judge/run-sketch.ts";
import { TypingRun, type TypingRunOptions } from "../typing-run.ts";

/** Runs a sketch again whenever it has changed, and holds what came of it. What it runs is another value after every change. */
export class SketchRunner<Input> {
  /** How the newest run ended. */
  readonly outcome = signal<SketchOutcome | undefined>(undefined);
  /** The last run that can be drawn. */
  readonly picture = signal<SketchRun | undefined>(undefined);
  readonly #runs: TypingRun<Input, SketchOutcome>;

  /** @param work runs the sketch; undefined when the sandbox could not be loaded */
  constructor({ input, work }: Pick<TypingRunOptions<Input, SketchOutcome>, "input" | "work">) {
    this.#runs = new TypingRun({
      input,
      work,
      isError: ({ status }) => status !== "ran",
      show: (outcome) => {
        this.outcome.value = outcome;
        if (outcome.status === "ran") this.picture.value = outcome;
      },
    });
  }

  /** Runs the sketch while it is typed. */
  type(): void {
    this.#runs.type();
  }

  /** Runs the sketch once the typing pauses, unless it has run as it is. */
  run(): void {
    this.#runs.pause();
  }

  /** Forgets what was drawn: another sketch follows. */
  clear(): void {
    this.#runs.clear();
    this.outcome.value = undefined;
    this.picture.value = undefined;
  }
}
