import type { ReadonlySignal } from "@preact/signals";
import type { KeptSession, Origin } from "../storage/kept-session.ts";
import { NEW_TITLE, UNKNOWN_LAUNCH, type LabKernel } from "./lab-kernel.ts";
import { isAnotherText, kernelNames } from "#cuda/text/moved-lines.ts";

/** Which work a text in the editor belongs to, and what it is called: a text that is pasted over another one is a work of its own. */
export class LabWorks {
  readonly #kernel: ReadonlySignal<LabKernel>;
  readonly #keeping: KeptSession<LabKernel>;
  /** The source of the open kernel when it was opened. */
  #openedSource: string;
  /** Whether the learner has given the open kernel a title, and its text is as it was opened. */
  #isNamedOnly = false;
  /** Whether the title follows the text: nobody has chosen it. */
  #isTitleOfText = false;
  /** Works that another text has taken the place of in the editor, by their texts: undo brings them back. */
  readonly #replaced = new Map<string, { readonly kernel: LabKernel; readonly origin: Origin }>();

  /** @param kernel the one that is open */
  constructor(kernel: ReadonlySignal<LabKernel>, keeping: KeptSession<LabKernel>) {
    this.#kernel = kernel;
    this.#keeping = keeping;
    this.#openedSource = kernel.value.source;
  }

  /** The work that a text belongs to if that is not the open one: one that it had before, or a new one, without an origin. */
  workFor(source: string): { readonly kernel: LabKernel; readonly origin?: Origin } | undefined {
    const replaced = this.#replaced.get(source);
    if (replaced !== undefined && this.#isThere(replaced.origin)) return replaced;
    return this.#isAnotherWork(source) ? { kernel: this.#newKernel(source) } : undefined;
  }

  /** What the open work is called once its text is another one; undefined: as it is. */
  titleFor(source: string): string | undefined {
    return this.#isTitleOfText ? this.#titleOf(source) : undefined;
  }

  /** Saves the open work, and remembers it by its text: another one is to be opened. */
  leave(): void {
    this.#keeping.saveNow();
    this.#replaced.set(this.#kernel.value.source, { kernel: this.#kernel.value, origin: this.#keeping.origin.value });
  }

  /** Another work is open now. */
  opened(isTitleOfText = false): void {
    this.#openedSource = this.#kernel.value.source;
    this.#isTitleOfText = isTitleOfText;
    this.#isNamedOnly = false;
  }

  /** The learner gives the open work a title. */
  named(): void {
    this.#isTitleOfText = false;
    this.#isNamedOnly ||= this.#keeping.origin.value.kind !== "own" && this.#kernel.value.source === this.#openedSource;
  }

  /** The learner's, those included that are being saved. */
  get #works() {
    return [...this.#keeping.own.value, ...this.#keeping.unsaved.map(({ kept }) => kept)];
  }

  #isThere(origin: Origin): boolean {
    return origin.kind !== "own" || this.#works.some(({ id }) => id === origin.id);
  }

  /** Whether a text is one that was pasted over the open one, or the beginning of a new one. */
  #isAnotherWork(source: string): boolean {
    const { value: kernel } = this.#kernel;
    // A work that the learner has given a title and nothing else yet waits for its text.
    if (this.#keeping.origin.value.kind === "own" && kernel.source === this.#openedSource && this.#isNamedOnly) return false;
    return isAnotherText(kernel.source, source) || (source.trim() === "" && kernel.source.trim() !== "");
  }

  #newKernel(source: string): LabKernel {
    const { schema, device } = this.#kernel.value;
    return { schema, device, title: this.#titleOf(source), source, launch: UNKNOWN_LAUNCH };
  }

  /** The name of a text's first kernel, with a number where another work has it. */
  #titleOf(source: string): string {
    const title = kernelNames(source)[0] ?? NEW_TITLE;
    const { value: origin } = this.#keeping.origin;
    const others = this.#works.filter(({ id }) => origin.kind !== "own" || id !== origin.id || !this.#isTitleOfText);
    const taken = new Set(others.map(({ sketch }) => sketch.title));
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? title : `${title} ${number}`;
      if (!taken.has(numbered)) return numbered;
    }
  }
}
