import { computed, signal } from "@preact/signals";
import type { CodeEditor, Mistake } from "./editor/code-editor.ts";
import { reasonOf } from "./reason-of.ts";
import type { Draft } from "./storage/draft.ts";
import type { Drafts, SaveState } from "./storage/drafts.ts";
import { SilentStorage } from "./storage/open-store.ts";
import type { RunMark } from "./storage/run-mark.ts";

/** After a pause of this length in typing, the text is saved, and what is wrong with it is said. */
const PAUSE_MS = 100;

/** How often storage that has not answered is asked again, in ms. */
const ASK_AGAIN_MS = 2000;

/** @param onOther called when another tab saved something newer than this tab has seen */
export type OpenDrafts = (
  onOther: (other: Draft) => void,
) => Pick<Drafts, "aside" | "load" | "left" | "show" | "save" | "replace" | "leave">;

/** Where a text is kept, and the mark of its runs. */
export interface TextServices {
  readonly openDrafts: OpenDrafts;
  readonly runMark: Pick<RunMark, "isLeft" | "begin" | "end" | "leave">;
}

/** A text that a learner edits in a cell and that is never lost: saved as it is typed, kept aside when it is replaced. It does not touch the DOM. */
export abstract class TextSession {
  /** What a reset goes back to. */
  readonly starter: string;
  readonly text = signal("");
  readonly saveState = signal<SaveState | undefined>(undefined);
  /** A text that another tab has made current. */
  readonly other = signal<Draft | undefined>(undefined);
  /** The browser's reason why a part of the course could not be loaded, when one was last needed. */
  readonly notLoaded = signal<string | undefined>(undefined);
  readonly aside = signal<readonly Draft[]>([]);
  /** The newest text that was replaced and is worth having back. */
  readonly recoverable = computed(() => this.aside.value.find(({ text }) => text !== this.starter && text !== this.text.value));
  /** The text whose last run took an earlier page with it: it does not run until the learner says so. */
  readonly #dangerous = signal<string | undefined>(undefined);
  readonly isHeldBack = computed(() => this.#dangerous.value === this.text.value);
  readonly #drafts: ReturnType<OpenDrafts>;
  readonly #runMark: TextServices["runMark"];
  #editor: CodeEditor | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #isUnsaved = false;

  constructor(starter: string, { openDrafts, runMark }: TextServices) {
    this.starter = starter;
    this.#runMark = runMark;
    this.#drafts = openDrafts((other) => {
      if (other.text !== this.text.value) this.other.value = other;
    });
    this.text.value = starter;
  }

  /** Runs the text. Called when the typing pauses, and when the text is replaced or an editor attached, unless the text is held back. */
  protected abstract onPause(): void;

  /** Runs the text while it is typed, where a run is quick. Called at every change, unless the text is held back. */
  protected onKey(): void {}

  /** Does work that runs the text, so that a later visit knows whether the text took the page with it. */
  protected async running<T>(work: () => Promise<T>): Promise<T> {
    let isGood = true;
    this.#runMark.begin();
    try {
      const outcome = await work();
      isGood = !isOutOfMemory(outcome);
      return outcome;
    } finally {
      this.#runMark.end(isGood);
    }
  }

  /** Says that the text is to run, whatever came of it before. */
  protected release(): void {
    this.#dangerous.value = undefined;
  }

  #pauseOver(): void {
    if (!this.isHeldBack.value) this.onPause();
  }

  /**
   * Reads what earlier visits saved. If the storage cannot be read, this is reported, and the text goes on from what the last page could
   * leave elsewhere. Storage that does not answer in time is asked again.
   */
  async restore(): Promise<Draft | undefined> {
    const draft = await this.#restore();
    await this.#holdBack();
    return draft;
  }

  /** Holds the text back if its last run had no good end. What is written meanwhile is another text. */
  async #holdBack(): Promise<void> {
    const text = this.text.value;
    if (await this.#runMark.isLeft()) this.#dangerous.value = text;
  }

  async #restore(): Promise<Draft | undefined> {
    try {
      const draft = await this.#drafts.load();
      this.aside.value = this.#drafts.aside;
      if (draft !== undefined) this.#goOnFrom(draft);
      return draft;
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
      const { left } = this.#drafts;
      if (left !== undefined) this.text.value = left.text;
      if (error instanceof SilentStorage) this.#restoreLater(this.text.value);
      return left;
    }
  }

  #goOnFrom(draft: Draft): void {
    this.#drafts.show(draft);
    if (this.#editor === undefined) this.text.value = draft.text;
    else this.#editor.text = draft.text;
  }

  /**
   * Waits for storage that has not answered. If the learner has written meanwhile, both texts stay, and the stored one is offered.
   *
   * @param shown what the learner began with
   */
  #restoreLater(shown: string): void {
    setTimeout(() => {
      this.#drafts.load().then(
        async (draft) => {
          this.aside.value = this.#drafts.aside;
          if (this.text.value !== shown) {
            if (draft !== undefined && draft.text !== this.text.value) this.other.value = draft;
            void this.#save();
          } else {
            this.saveState.value = undefined;
            if (draft !== undefined) this.#goOnFrom(draft);
            await this.#holdBack();
            this.#pauseOver();
          }
        },
        (error: unknown) => {
          if (error instanceof SilentStorage) this.#restoreLater(shown);
        },
      );
    }, ASK_AGAIN_MS);
  }

  /** From here on the editor holds the text. */
  attach(editor: CodeEditor): void {
    this.#editor = editor;
    this.#pauseOver();
  }

  /** The editor goes on to another text; this one is held without it. */
  detach(): void {
    this.mark(undefined);
    this.#editor = undefined;
  }

  edit(text: string): void {
    if (text === this.text.value) return;
    this.text.value = text;
    this.#isUnsaved = true;
    this.mark(undefined);
    clearTimeout(this.#pause);
    if (!this.isHeldBack.value) this.onKey();
    this.#pause = setTimeout(() => {
      this.#pauseOver();
      void this.#save();
    }, PAUSE_MS);
  }

  /** Marks a place in the editor; undefined removes the mark. */
  protected mark(mistake: Mistake | undefined): void {
    this.#editor?.mark(mistake);
  }

  /** Highlights lines in the editor; undefined is none. */
  protected showLines(lines: { readonly from: number; readonly to: number } | undefined): void {
    this.#editor?.showLine?.(lines?.from, lines?.to);
  }

  /** To be called when the page goes away, perhaps for good. */
  leave(): void {
    if (this.#isUnsaved) this.#drafts.leave(this.text.value);
    this.#runMark.leave();
  }

  reset(): Promise<void> {
    return this.#replace(this.starter);
  }

  async bringBack(): Promise<void> {
    const draft = this.recoverable.value;
    if (draft !== undefined) await this.#replace(draft.text);
  }

  async takeOther(): Promise<void> {
    const other = this.other.value;
    if (other !== undefined) await this.#replace(other.text);
  }

  /** This tab's text becomes the current one; the other tab's is kept aside. */
  keepOwn(): Promise<void> {
    return this.#replace(this.text.value);
  }

  /** Does work that loads a script of the course; undefined when the script cannot be loaded. */
  protected async loaded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const outcome = await work();
      this.notLoaded.value = undefined;
      return outcome;
    } catch (error) {
      this.notLoaded.value = reasonOf(error);
      return undefined;
    }
  }

  /** Makes another text the current one: an earlier version, or one that was shared. The learner's own is kept aside. */
  use(text: string): Promise<void> {
    return this.#replace(text);
  }

  async #replace(text: string): Promise<void> {
    const own = this.text.value;
    clearTimeout(this.#pause);
    if (this.#editor === undefined || text === own) this.text.value = text;
    else this.#editor.text = text;
    clearTimeout(this.#pause);
    this.#isUnsaved = true;
    this.other.value = undefined;
    const shown = this.text.value;
    const state = await this.#drafts.replace(text, own);
    if (this.text.value === shown && state.kind !== "failed") this.#isUnsaved = false;
    this.#noteSave(state);
    this.#pauseOver();
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
    // A page that is ended rather than closed can leave nothing any more.
    if (state.kind === "failed" && this.#isUnsaved) this.#drafts.leave(this.text.value);
  }
}

/** Whether a run ended because it took more memory than it may: the next one may take the page with it. */
function isOutOfMemory(outcome: unknown): boolean {
  const { error } = (outcome ?? {}) as { readonly error?: { readonly kind?: unknown } };
  return error?.kind === "out-of-memory";
}
