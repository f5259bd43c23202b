import type { CodeEditor } from "../editor/code-editor.ts";
import { reasonOf } from "../reason-of.ts";
import { placeBadges } from "./static-badges.ts";

/** Where kernels are kept, and what the names of unsaved ones in local storage begin with: see storage/lab-kernels.ts, which weighs more. */
const DATABASE = "coalesce-lab";
const UNSAVED = "coalesce-unsaved-kernel";

/**
 * The lab as the page is built with it: a first kernel, profiled. What makes it work is loaded at once if there is something of the
 * learner's own to show, and otherwise when somebody reaches for it.
 */
class LabPage extends HTMLElement {
  #opening: Promise<CodeEditor | undefined> | undefined;

  connectedCallback(): void {
    for (const reach of ["pointerenter", "pointerdown", "focusin"]) this.addEventListener(reach, () => void this.#open(), { once: true });
    placeBadges(this);
    this.querySelector(".code-host")?.addEventListener("click", () => void this.#write());
    void asksForMore().then((asks) => (asks ? this.#open() : undefined));
  }

  async #write(): Promise<void> {
    if (this.dataset["editor"] !== undefined) return;
    (await this.#open())?.focus();
  }

  #open(): Promise<CodeEditor | undefined> {
    return (this.#opening ??= this.#load());
  }

  async #load(): Promise<CodeEditor | undefined> {
    try {
      const { openLab } = await import("./open-lab.tsx");
      return await openLab(this);
    } catch (error) {
      const notices = this.querySelector('[data-live="notices"]');
      if (notices) notices.textContent = `The lab could not be opened (${reasonOf(error)}). Reload the page to try again.`;
      return undefined;
    }
  }
}

/** Whether the address asks for a kernel, or the learner may have some. */
async function asksForMore(): Promise<boolean> {
  if (location.hash !== "" || location.search !== "") return true;
  try {
    if (Object.keys(localStorage).some((key) => key.startsWith(UNSAVED))) return true;
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE);
  } catch {
    // A browser that does not tell: the lab finds out.
    return true;
  }
}

customElements.define("lab-page", LabPage);
