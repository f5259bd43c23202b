import { computed, signal } from "@preact/signals";
import type { FadedExample } from "#kit/faded.ts";
import { filledExample } from "#kit/filled-example.ts";
import type { Preview } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import { mistakeAt } from "../editor/code-editor.ts";
import type { FadedData } from "../exercise-data.ts";
import { TextSession, type TextServices } from "../text-session.ts";
import { TypingRun } from "../typing-run.ts";

/** What a session works with: the sandbox, and what is saved in the browser. */
export interface FadedServices extends TextServices {
  readonly sandbox: Pick<Sandbox, "grade" | "preview">;
}

/** The two functions of a faded example that a learner fills in; the others are given. It does not touch the DOM. */
export class FadedSession extends TextSession {
  readonly example: FadedExample;
  readonly #exercise: string;
  readonly #services: FadedServices;
  readonly preview = signal<Preview | undefined>(undefined);
  readonly result = signal<GradeResult | undefined>(undefined);
  readonly isChecking = signal(false);
  #checked: string | undefined;
  readonly isStale = computed(() => this.result.value !== undefined && this.text.value !== this.#checked);
  readonly #previews: TypingRun<string, Preview>;

  constructor(exercise: string, { example }: FadedData, services: FadedServices) {
    super(example.blank, services);
    this.#exercise = exercise;
    this.example = example;
    this.#services = services;
    this.#previews = new TypingRun({
      input: () => this.#source,
      work: (source) => this.loaded(() => this.running(() => services.sandbox.preview({ exercise, source }))),
      isError: ({ status }) => status !== "ran",
      show: (preview) => {
        this.preview.value = preview;
        this.mark(mistakeAt(preview.status === "error" ? preview.error : undefined));
      },
    });
  }

  get #source(): string {
    return filledExample(this.example, this.text.value);
  }

  protected override onKey(): void {
    this.#previews.type();
  }

  protected override onPause(): void {
    this.#previews.pause();
  }

  /** Judges the whole answer, given functions included, as the exercise is judged. */
  async check(): Promise<void> {
    if (this.isChecking.value) return;
    this.isChecking.value = true;
    this.release();
    try {
      const text = this.text.value;
      const job = { exercise: this.#exercise, exerciseVersion: "", source: this.#source, wrongSources: {} };
      const result = await this.loaded(() => this.running(() => this.#services.sandbox.grade(job)));
      if (result === undefined) return;
      this.#checked = text;
      this.result.value = result;
    } finally {
      this.isChecking.value = false;
    }
  }
}
