import type { CodeEditor } from "../editor/code-editor.ts";
import { writeInto } from "../first-strokes.ts";
import { keepFocus } from "../kept-focus.ts";
import { reasonOf } from "../reason-of.ts";

/** Where a page's works are kept: see storage/kept-store.ts, which weighs more. */
export interface BuiltPageStorage {
  readonly database: string;
  /** What the names of unsaved works in local storage begin with. */
  readonly unsavedPrefix: string;
}

/**
 * A page that is built with its first work: the playground, the lab. What makes it work is loaded at once if there is something of the
 * learner's own to show, and otherwise when somebody reaches for it.
 */
export abstract class BuiltPage extends HTMLElement {
  /** "The lab", for the message that it could not be opened. */
  protected abstract readonly called: string;
  protected abstract readonly storage: BuiltPageStorage;
  #opening: Promise<CodeEditor | undefined> | undefined;

  /** Takes over what the page was built with. */
  protected abstract takeOver(): Promise<CodeEditor>;

  connectedCallback(): void {
    for (const reach of ["pointerenter", "pointerdown", "focusin"]) this.addEventListener(reach, () => void this.open(), { once: true });
    keepFocus(this);
    for (const code of this.querySelectorAll<HTMLElement>(".code-host")) writeInto(code, () => void this.open());
    void asksForMore(this.storage).then((asks) => (asks ? this.open() : undefined));
  }

  /** Undefined where it could not be opened, which is said then. */
  protected open(): Promise<CodeEditor | undefined> {
    return (this.#opening ??= this.#load());
  }

  async #load(): Promise<CodeEditor | undefined> {
    try {
      return await this.takeOver();
    } catch (error) {
      const notices = this.querySelector('[data-live="notices"]');
      if (notices) notices.textContent = `${this.called} could not be opened (${reasonOf(error)}). Reload the page to try again.`;
      return undefined;
    }
  }
}

/** Whether the address asks for a work, or the learner may have some. */
async function asksForMore({ database, unsavedPrefix }: BuiltPageStorage): Promise<boolean> {
  if (location.hash !== "" || location.search !== "") return true;
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith(unsavedPrefix))) return true;
    return (await indexedDB.databases()).some(({ name }) => name === database);
  } catch {
    // A browser that does not tell: the page finds out.
    return true;
  }
}
