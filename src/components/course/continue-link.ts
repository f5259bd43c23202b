import { readReadingRecord } from "./reading-record.ts";

/** A link to where the learner left off; hidden on a first visit. It needs an anchor with a `[data-title]` inside. */
class ContinueLink extends HTMLElement {
  connectedCallback(): void {
    this.#show();
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.#show();
    });
  }

  #show(): void {
    const { last } = readReadingRecord();
    const link = this.querySelector("a");
    const title = this.querySelector("[data-title]");
    // Another copy of the course may share the storage: its pages are elsewhere.
    if (last === undefined || link === null || title === null || !last.path.startsWith(this.dataset["base"] ?? "/")) return;
    link.href = last.path;
    title.textContent = last.title;
    this.hidden = false;
  }
}

customElements.define("continue-link", ContinueLink);
