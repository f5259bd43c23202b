import { computed, signal } from "@preact/signals";
import type { Preview } from "#judge/grade.ts";
import type { PreviewRun } from "#judge/preview.ts";
import { firstFailure } from "#judge/report/verdict-line.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import type { ExerciseData, Solution } from "../exercise-data.ts";
import { reasonOf } from "../reason-of.ts";
import type { Draft } from "../storage/draft.ts";
import type { Drafts, SaveState } from "../storage/drafts.ts";
import type { Passed } from "../storage/results.ts";

/** After a pause of this length in typing, the text is previewed and saved. */
const PAUSE_MS = 100;

/** What a session works with: the sandbox, what is saved in the browser, and what is fetched only when it is needed. */
export interface CellServices {
  readonly sandbox: Pick<Sandbox, "grade" | "preview">;
  /** @param onOther called when another tab saved something newer than this tab has seen */
  readonly openDrafts: (onOther: (other: Draft) => void) => Pick<Drafts, "aside" | "load" | "save" | "replace" | "leave">;
  readonly readPassed: () => Promise<Passed | undefined>;
  readonly saveResult: (text: string, result: GradeResult) => Promise<void>;
  readonly wrongSources: () => Promise<Readonly<Record<string, string>>>;
  readonly solution: () => Promise<Solution>;
}

/** An open exercise cell: the learner's text, its results, and what is saved of both. It does not touch the DOM. */
export class CellSession {
  readonly exercise: ExerciseData;
  readonly preview = signal<Preview | undefined>(undefined);
  /** The last preview that could be drawn. */
  readonly picture = signal<PreviewRun | undefined>(undefined);
  readonly result = signal<GradeResult | undefined>(undefined);
  /** The text that the result is about. */
  readonly gradedText = signal<string | undefined>(undefined);
  readonly isGrading = signal(false);
  /** The failed check that has a picture: the first, unless the learner chose another one. */
  readonly failure = signal<CheckResult | undefined>(undefined);
  /** Whether the picture is that of the failure; otherwise it follows the typing. */
  readonly isFailureShown = signal(false);
  readonly hintsShown = signal(0);
  readonly solution = signal<Solution | undefined>(undefined);
  readonly text = signal("");
  readonly saveState = signal<SaveState | undefined>(undefined);
  /** A text that another tab has made current. */
  readonly other = signal<Draft | undefined>(undefined);
  /** The draft was written for an earlier version of the exercise. */
  readonly isFromFormerVersion = signal(false);
  readonly aside = signal<readonly Draft[]>([]);
  readonly passed = signal<Passed | undefined>(undefined);
  /** The browser's reason why a part of the course could not be loaded, when one was last needed. */
  readonly notLoaded = signal<string | undefined>(undefined);
  readonly isResultStale = computed(() => this.result.value !== undefined && this.gradedText.value !== this.text.value);
  /** The newest text that was replaced and is worth having back. */
  readonly recoverable = computed(() => this.aside.value.find(({ text }) => text !== this.exercise.starter && text !== this.text.value));
  readonly #services: CellServices;
  readonly #drafts: ReturnType<CellServices["openDrafts"]>;
  #editor: CodeEditor | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isUnsaved = false;
  #previewing: Promise<void> | undefined;
  #isPreviewStale = false;

  constructor(exercise: ExerciseData, services: CellServices) {
    this.exercise = exercise;
    this.#services = services;
    this.#drafts = services.openDrafts((other) => {
      if (other.text !== this.text.value) this.other.value = other;
    });
    this.text.value = exercise.starter;
  }

  /** Reads what earlier visits saved. If the storage cannot be read, this is reported, and the session goes on without it. */
  async restore(): Promise<void> {
    try {
      const draft = await this.#drafts.load();
      this.passed.value = await this.#services.readPassed();
      this.aside.value = this.#drafts.aside;
      if (draft === undefined) return;
      this.text.value = draft.text;
      this.isFromFormerVersion.value = draft.exerciseVersion !== this.exercise.version;
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }

  /** Runs the text that was restored, for its picture. */
  start(): void {
    void this.#runPreview();
  }

  /** From here on the editor holds the text. */
  attach(editor: CodeEditor): void {
    this.#editor = editor;
    if (this.result.value !== undefined && !this.isResultStale.value) this.#showMistake(this.result.value);
  }

  edit(text: string): void {
    if (text === this.text.value) return;
    this.text.value = text;
    this.#isUnsaved = true;
    this.#editor?.mark(undefined);
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#onPause(), PAUSE_MS);
  }

  /** To be called when the page goes away, perhaps for good. */
  leave(): void {
    if (this.#isUnsaved) this.#drafts.leave(this.text.value);
  }

  async grade(): Promise<void> {
    if (this.isGrading.value) return;
    this.isGrading.value = true;
    try {
      const source = this.text.value;
      const { id, version } = this.exercise;
      const result = await this.#loaded(async () => {
        const wrongSources = await this.#services.wrongSources();
        return this.#services.sandbox.grade({ exercise: id, exerciseVersion: version, source, wrongSources });
      });
      if (result === undefined) return;
      this.gradedText.value = source;
      this.result.value = result;
      this.showFailure(result.status === "fail" ? firstFailure(result.checks) : undefined);
      this.#showMistake(result);
      await this.#saveResult(source, result);
    } finally {
      this.isGrading.value = false;
    }
  }

  showFailure(check: CheckResult | undefined): void {
    this.failure.value = check;
    this.isFailureShown.value = check !== undefined;
  }

  showHint(): void {
    this.hintsShown.value = Math.min(this.hintsShown.value + 1, this.exercise.hints.length);
  }

  async showSolution(): Promise<void> {
    this.solution.value = await this.#loaded(this.#services.solution);
  }

  hideSolution(): void {
    this.solution.value = undefined;
  }

  reset(): Promise<void> {
    return this.#replaceText(this.exercise.starter);
  }

  async bringBack(): Promise<void> {
    const draft = this.recoverable.value;
    if (draft !== undefined) await this.#replaceText(draft.text);
  }

  async takeOther(): Promise<void> {
    const other = this.other.value;
    if (other !== undefined) await this.#replaceText(other.text);
  }

  /** This tab's text becomes the current one; the other tab's is kept aside. */
  async keepOwn(): Promise<void> {
    await this.#replaceText(this.text.value);
  }

  async #replaceText(text: string): Promise<void> {
    const own = this.text.value;
    clearTimeout(this.#pause);
    if (this.#editor === undefined || text === own) this.text.value = text;
    else this.#editor.text = text;
    clearTimeout(this.#pause);
    this.#isUnsaved = false;
    this.other.value = undefined;
    this.#noteSave(await this.#drafts.replace(text, own));
    void this.#runPreview();
  }

  #onPause(): void {
    void this.#runPreview();
    void this.#save();
  }

  async #save(): Promise<void> {
    const text = this.text.value;
    const state = await this.#drafts.save(text);
    if (this.text.value === text && state.kind !== "failed") this.#isUnsaved = false;
    this.#noteSave(state);
  }

  #noteSave(state: SaveState): void {
    this.saveState.value = state;
    this.aside.value = this.#drafts.aside;
    if (state.kind === "elsewhere") this.other.value = state.other;
  }

  /** One preview at a time; of what was typed meanwhile, only the last text is run afterwards. */
  async #runPreview(): Promise<void> {
    this.#isPreviewStale = true;
    this.#previewing ??= this.#previewUntilFresh().finally(() => (this.#previewing = undefined));
    await this.#previewing;
  }

  async #previewUntilFresh(): Promise<void> {
    while (this.#isPreviewStale) {
      this.#isPreviewStale = false;
      const job = { exercise: this.exercise.id, source: this.text.value };
      const preview = await this.#loaded(() => this.#services.sandbox.preview(job));
      if (preview === undefined) return;
      if (!this.#isPreviewStale) this.#showPreview(preview);
    }
  }

  /** Does work that loads a script of the course; undefined when the script cannot be loaded. */
  async #loaded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const outcome = await work();
      this.notLoaded.value = undefined;
      return outcome;
    } catch (error) {
      this.notLoaded.value = reasonOf(error);
      return undefined;
    }
  }

  #showPreview(preview: Preview): void {
    this.preview.value = preview;
    if (preview.status === "ran") this.picture.value = preview;
  }

  #showMistake(result: GradeResult): void {
    if (result.status !== "error" || result.error.line === undefined) return this.#editor?.mark(undefined);
    const { line, column, message } = result.error;
    this.#editor?.mark({ line, message, ...(column === undefined ? {} : { column }) });
  }

  async #saveResult(text: string, result: GradeResult): Promise<void> {
    if (result.status === "pass") this.passed.value ??= { at: Date.now(), exerciseVersion: this.exercise.version };
    try {
      await this.#services.saveResult(text, result);
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }
}
