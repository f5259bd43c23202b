import { readReadingRecord } from "./reading-record.ts";
import { exerciseAt, whereToContinue } from "./where-to-continue.ts";

/** A link to where the learner goes on; hidden on a first visit. It needs an anchor with a `[data-title]` inside, and the list of exercises. */
class ContinueLink extends HTMLElement {
  connectedCallback(): void {
    void this.#show();
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) void this.#show();
    });
  }

  async #show(): Promise<void> {
    const { last } = readReadingRecord();
    const link = this.querySelector("a");
    const title = this.querySelector("[data-title]");
    // Another copy of the course may share the storage: its pages are elsewhere.
    if (last === undefined || link === null || title === null || !last.path.startsWith(this.dataset["base"] ?? "/")) return;
    const exercises = JSON.parse(this.querySelector("script")?.textContent ?? "[]") as [id: string, title: string][];
    const next = exerciseAt(last.path) === undefined ? last : whereToContinue(last, exercises, await passed());
    link.href = next.path;
    title.textContent = next.title;
    this.hidden = false;
  }
}

async function passed(): Promise<ReadonlySet<string>> {
  try {
    const { passedExercises } = await import("#notebook/storage/passed.ts");
    return await passedExercises();
  } catch (error) {
    console.warn("This browser does not tell which exercises were passed.", error);
    return new Set();
  }
}

customElements.define("continue-link", ContinueLink);
