import { computed, effect, signal } from "@preact/signals";
import type { Program, Sketch } from "#judge/sketch.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { SketchRunner } from "../sketch/sketch-runner.ts";
import type { KeptSketch, Sketches, SketchSave } from "../storage/sketches.ts";
import { kernelProblems, withFunction, type KernelProblems } from "./kernel-problems.ts";

/** After a pause of this length in changes, the sketch is run and saved. */
const PAUSE_MS = 100;

/** What a session works with: the sandbox, and where sketches are kept. */
export interface PlaygroundServices {
  readonly sandbox: Pick<Sandbox, "sketch">;
  readonly readSketches: () => Promise<Sketches>;
  readonly saveSketch: (kept: KeptSketch, seen: string | undefined) => Promise<SketchSave>;
  readonly markDeleted: (id: string, isDeleted: boolean) => Promise<void>;
  /** Makes what is to be saved: id and revision are new. */
  readonly keptSketch: (id: string, sketch: Sketch) => KeptSketch;
  readonly newId: () => string;
}

/** Where the sketch that is shown comes from. It is kept with the learner's own as soon as it is changed. */
export type Origin = { readonly kind: "own"; readonly id: string } | { readonly kind: "shared" } | { readonly kind: "started" };

/** The playground: the learner's sketches, the one that is open, and what it does. It does not touch the DOM. */
export class PlaygroundSession {
  readonly sketch;
  readonly origin = signal<Origin>({ kind: "started" });
  /** The learner's sketches, the one saved last first. */
  readonly own = signal<readonly KeptSketch[]>([]);
  /** Titles of the learner's sketches that cannot be opened. */
  readonly broken = signal<readonly string[]>([]);
  /** The sketch that was deleted last: it can be brought back. */
  readonly deleted = signal<KeptSketch | undefined>(undefined);
  readonly saveState = signal<{ readonly kind: "saved" } | { readonly kind: "failed"; readonly reason: string } | undefined>(undefined);
  /** Something that the learner should know once: that another tab has changed the same sketch. */
  readonly notice = signal<string | undefined>(undefined);
  readonly notLoaded = signal<string | undefined>(undefined);
  /** Counts the sketches that were opened: fields start anew with each. */
  readonly opened = signal(0);
  /** What is wrong with fields whose text is no value, so that the sketch still has their last one. */
  readonly badFields = signal<KernelProblems>(new Map());
  readonly problems = computed(() => kernelProblems(this.sketch.value.program));
  /** What keeps the sketch from being run as it is shown, each with its place: "Array 1: …". */
  readonly complaints = computed(() =>
    [...this.badFields.value, ...this.problems.value].map(([field, message]) => placeOf(field) + message),
  );
  readonly isRunnable = computed(() => this.complaints.value.length === 0);
  readonly runner: SketchRunner;
  readonly #services: PlaygroundServices;
  /** Revisions that this tab last saw or wrote, by sketch. */
  readonly #seen = new Map<string, string>();
  #editor: CodeEditor | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** By id, the learner's sketches that are not saved as they are now. */
  readonly #changed = new Map<string, KeptSketch>();
  /** What is being saved or waits for it. */
  readonly #saving = new Set<KeptSketch>();
  #saves: Promise<void> = Promise.resolve();

  /** @param first shown until another one is opened */
  constructor(first: Sketch, services: PlaygroundServices) {
    this.sketch = signal(first);
    this.#services = services;
    this.runner = new SketchRunner(() => this.#run());
    effect(() => this.#markError());
  }

  /** Reads the learner's sketches. If the storage cannot be read, this is reported, and the playground works without it. */
  async restore(): Promise<void> {
    try {
      const { own, broken } = await this.#services.readSketches();
      // What is changed here and not saved goes on from the revision that it was changed from.
      const asSaved = own.filter(({ id }) => !this.#changed.has(id));
      for (const { id, revision } of asSaved) this.#seen.set(id, revision);
      this.own.value = [...this.#changed.values(), ...asSaved];
      this.broken.value = broken;
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }

  /** From here on the editor holds the source. */
  attach(editor: CodeEditor): void {
    this.#editor = editor;
    void this.runner.run();
  }

  /** Shows a sketch that is not among the learner's own, and leaves those as they are. */
  show(sketch: Sketch, kind: "shared" | "started"): void {
    this.#saveNow();
    this.#open(sketch, { kind });
  }

  openOwn(id: string): void {
    this.#saveNow();
    const kept = this.own.value.find((one) => one.id === id);
    if (kept !== undefined) this.#open(kept.sketch, { kind: "own", id });
  }

  editSource(source: string): void {
    if (source !== this.sketch.value.program.source) this.changeProgram({ source });
  }

  /** Adds an index function to the source, for a step that names one that is not there. */
  addFunction(name: string): void {
    const source = withFunction(this.sketch.value.program.source, name);
    if (this.#editor === undefined) this.changeProgram({ source });
    else this.#editor.text = source;
  }

  changeProgram(change: Partial<Program>): void {
    const { program } = this.sketch.value;
    this.#change({ ...this.sketch.value, program: { ...program, ...change } });
  }

  rename(title: string): void {
    this.#change({ ...this.sketch.value, title });
  }

  /** Keeps the sketch that is shown among the learner's own. */
  keepCopy(): void {
    if (this.origin.value.kind === "own") return;
    this.#change(this.sketch.value);
    this.#saveNow();
  }

  duplicate(): void {
    this.#saveNow();
    const { title } = this.sketch.value;
    this.origin.value = { kind: "own", id: this.#services.newId() };
    this.#change({ ...this.sketch.value, title: `${title} (copy)` });
    this.#saveNow();
  }

  /** Deletes the open sketch; the next one of the learner's is opened, or else `instead` is shown. */
  async remove(instead: Sketch): Promise<void> {
    const { origin } = this;
    if (origin.value.kind !== "own") return;
    const { id } = origin.value;
    this.#saveNow();
    await this.#saves;
    const removed = this.own.value.find((one) => one.id === id);
    this.#changed.delete(id);
    await this.#reported(() => this.#services.markDeleted(id, true));
    this.own.value = this.own.value.filter((one) => one.id !== id);
    this.deleted.value = removed;
    const [next] = this.own.value;
    if (next === undefined) this.#open(instead, { kind: "started" });
    else this.#open(next.sketch, { kind: "own", id: next.id });
  }

  async undoRemove(): Promise<void> {
    const kept = this.deleted.value;
    if (kept === undefined) return;
    await this.#reported(() => this.#services.markDeleted(kept.id, false));
    this.deleted.value = undefined;
    this.own.value = [kept, ...this.own.value];
    if (this.#seen.get(kept.id) !== kept.revision) this.#changed.set(kept.id, kept);
    this.openOwn(kept.id);
  }

  /** What is not saved yet, to be kept when the page goes away, each with the revisions that it continues. */
  get unsaved(): readonly { readonly kept: KeptSketch; readonly seen: readonly string[] }[] {
    return [...this.#changed.values()].map((kept) => {
      const saving = [...this.#saving].filter(({ id }) => id === kept.id).map(({ revision }) => revision);
      return { kept, seen: [this.#seen.get(kept.id), ...saving].filter((revision) => revision !== undefined) };
    });
  }

  /** Notes what is wrong with the text in a field; undefined: it is a value. */
  noteField(field: string, problem: string | undefined): void {
    if (this.badFields.value.get(field) === problem) return;
    const bad = new Map(this.badFields.value);
    if (problem === undefined) bad.delete(field);
    else bad.set(field, problem);
    this.badFields.value = bad;
    if (problem === undefined) this.#afterPause();
  }

  #open(sketch: Sketch, origin: Origin): void {
    clearTimeout(this.#pause);
    this.origin.value = origin;
    this.sketch.value = sketch;
    this.badFields.value = new Map();
    this.opened.value++;
    this.runner.clear();
    if (this.#editor !== undefined && this.#editor.text !== sketch.program.source) this.#editor.text = sketch.program.source;
    void this.runner.run();
  }

  #change(sketch: Sketch): void {
    const { value: origin } = this.origin;
    const id = origin.kind === "own" ? origin.id : this.#services.newId();
    if (origin.kind !== "own") this.origin.value = { kind: "own", id };
    this.sketch.value = sketch;
    this.#changed.set(id, this.#services.keptSketch(id, sketch));
    this.#afterPause();
  }

  #afterPause(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      void this.runner.run();
      this.#saveNow();
    }, PAUSE_MS);
  }

  /** Saves what has changed: also sketches that could not be saved when another one was opened. */
  #saveNow(): void {
    for (const kept of this.#changed.values()) {
      if (this.#saving.has(kept)) continue;
      this.#saving.add(kept);
      this.#saves = this.#saves.then(() => this.#save(kept));
    }
  }

  async #save(kept: KeptSketch): Promise<void> {
    try {
      const outcome = await this.#services.saveSketch(kept, this.#seen.get(kept.id));
      const stored = outcome.kind === "elsewhere" ? outcome.copy : kept;
      if (this.#changed.get(kept.id) === kept) this.#changed.delete(kept.id);
      this.#seen.set(stored.id, stored.revision);
      this.#list(stored);
      if (outcome.kind === "elsewhere") this.#moveTo(kept.id, stored);
      this.saveState.value = { kind: "saved" };
    } catch (error) {
      this.#list(kept);
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    } finally {
      this.#saving.delete(kept);
    }
  }

  /** Lists a sketch first among the learner's own, as it is now. */
  #list(kept: KeptSketch): void {
    const now = this.#changed.get(kept.id) ?? kept;
    this.own.value = [now, ...this.own.value.filter(({ id }) => id !== kept.id)];
  }

  /** Another tab has changed the sketch: this tab goes on with a copy of its own. */
  #moveTo(formerId: string, copy: KeptSketch): void {
    const { title } = copy.sketch;
    this.#seen.delete(formerId);
    this.notice.value = `Another tab has changed this sketch. Both are kept: what you see here is “${title}”.`;
    const changed = this.#changed.get(formerId);
    this.#changed.delete(formerId);
    if (changed !== undefined) this.#changed.set(copy.id, this.#services.keptSketch(copy.id, { ...changed.sketch, title }));
    void this.restore();
    if (this.origin.value.kind !== "own" || this.origin.value.id !== formerId) return;
    this.origin.value = { kind: "own", id: copy.id };
    this.sketch.value = { ...this.sketch.value, title };
  }

  async #reported(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.saveState.value = { kind: "failed", reason: reasonOf(error) };
    }
  }

  async #run() {
    if (!this.isRunnable.value) return undefined;
    try {
      const outcome = await this.#services.sandbox.sketch(this.sketch.value);
      this.notLoaded.value = undefined;
      return outcome;
    } catch (error) {
      this.notLoaded.value = reasonOf(error);
      return undefined;
    }
  }

  #markError(): void {
    const outcome = this.runner.outcome.value;
    if (outcome?.status !== "error" || outcome.error.line === undefined) return this.#editor?.mark(undefined);
    const { line, column, message } = outcome.error;
    this.#editor?.mark({ line, message, ...(column === undefined ? {} : { column }) });
  }
}

/** "arrays.0.length" is in "Array 1: ". A place outside any list needs no name: messages about it have one. */
function placeOf(field: string): string {
  const [list = "", number] = field.split(".");
  const item = { arrays: "Array", steps: "Step", size: "Constant" }[list];
  return item === undefined || number === undefined ? "" : `${item} ${Number(number) + 1}: `;
}
