import { computed, effect, signal } from "@preact/signals";
import type { Program, Sketch } from "#judge/sketch.ts";
import type { Sandbox } from "#sandbox/host/sandbox.ts";
import type { CodeEditor } from "../editor/code-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { SketchRunner } from "../sketch/sketch-runner.ts";
import { KeptSession } from "../storage/kept-session.ts";
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

/** The playground: the learner's sketches, the one that is open, and what it does. It does not touch the DOM. */
export class PlaygroundSession {
  readonly sketch;
  readonly keeping: KeptSession<Sketch>;
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
  readonly runner: SketchRunner<Sketch>;
  readonly #services: PlaygroundServices;
  #editor: CodeEditor | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** @param first shown until another one is opened */
  constructor(first: Sketch, services: PlaygroundServices) {
    this.sketch = signal(first);
    this.#services = services;
    const { readSketches: read, saveSketch: save, keptSketch: kept, markDeleted, newId } = services;
    this.keeping = new KeptSession({ read, save, kept, markDeleted, newId });
    this.keeping.onMoved = (title) => {
      this.notice.value = `Another tab has changed this sketch. Both are kept: what you see here is “${title}”.`;
      this.sketch.value = { ...this.sketch.value, title };
    };
    this.runner = new SketchRunner({ input: () => this.sketch.value, work: () => this.#run() });
    effect(() => this.#markError());
  }

  /** From here on the editor holds the source. */
  attach(editor: CodeEditor): void {
    this.#editor = editor;
    this.runner.run();
  }

  /** Shows a sketch that is not among the learner's own, and leaves those as they are. */
  show(sketch: Sketch, kind: "shared" | "started"): void {
    this.keeping.saveNow();
    this.keeping.origin.value = { kind };
    this.#open(sketch);
  }

  openOwn(id: string): void {
    this.keeping.saveNow();
    const kept = this.keeping.own.value.find((one) => one.id === id);
    if (kept === undefined) return;
    this.keeping.origin.value = { kind: "own", id };
    this.#open(kept.sketch);
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
    if (this.keeping.origin.value.kind === "own") return;
    this.#change(this.sketch.value);
    this.keeping.saveNow();
  }

  duplicate(): void {
    this.sketch.value = { ...this.sketch.value, title: `${this.sketch.value.title} (copy)` };
    this.keeping.duplicate(this.sketch.value);
    this.#afterPause();
  }

  /** Deletes the open sketch; the next one of the learner's is opened, or else `instead` is shown. */
  async remove(instead: Sketch): Promise<void> {
    const next = await this.keeping.remove();
    if (next === undefined) this.show(instead, "started");
    else this.openOwn(next.id);
  }

  async undoRemove(): Promise<void> {
    const kept = await this.keeping.undoRemove();
    if (kept !== undefined) this.openOwn(kept.id);
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

  #open(sketch: Sketch): void {
    clearTimeout(this.#pause);
    this.sketch.value = sketch;
    this.badFields.value = new Map();
    this.opened.value++;
    this.runner.clear();
    if (this.#editor !== undefined && this.#editor.text !== sketch.program.source) this.#editor.text = sketch.program.source;
    this.runner.run();
  }

  #change(sketch: Sketch): void {
    this.sketch.value = sketch;
    this.keeping.change(sketch);
    this.#afterPause();
  }

  #afterPause(): void {
    clearTimeout(this.#pause);
    this.runner.type();
    this.#pause = setTimeout(() => {
      this.runner.run();
      this.keeping.saveNow();
    }, PAUSE_MS);
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
