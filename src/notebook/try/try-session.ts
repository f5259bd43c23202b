import type { Sketch } from "#judge/sketch.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import { mistakeAt } from "../editor/code-editor.ts";
import { SketchRunner } from "../sketch/sketch-runner.ts";
import { TextSession, type TextServices } from "../text-session.ts";

/** What a session works with: the sandbox, and what is saved in the browser. */
export interface TryServices extends TextServices {
  readonly sandbox: Pick<Sandbox, "sketch">;
}

/** An open try cell: the learner's text, and what it does. It does not touch the DOM. */
export class TrySession extends TextSession {
  readonly runner: SketchRunner<string>;
  readonly #starting: Sketch;

  /** @param starting the sketch that the lesson starts with */
  constructor(starting: Sketch, { sandbox, ...services }: TryServices) {
    super(starting.program.source, services);
    this.#starting = starting;
    this.runner = new SketchRunner({
      input: () => this.text.value,
      work: () => this.loaded(() => this.running(() => sandbox.sketch(this.sketch))),
    });
    this.runner.outcome.subscribe((outcome) => {
      this.mark(mistakeAt(outcome?.status === "error" ? outcome.error : undefined));
    });
  }

  /** The sketch with the learner's text. */
  get sketch(): Sketch {
    return { ...this.#starting, program: { ...this.#starting.program, source: this.text.value } };
  }

  protected override onKey(): void {
    this.runner.type();
  }

  protected override onPause(): void {
    this.runner.run();
  }
}
