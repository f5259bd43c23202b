import { reasonOf } from "../reason-of.ts";
import type { Intent } from "./open-cell.tsx";
import { showSaved } from "./show-saved.ts";

/**
 * The exercise cell as it lies in the page: static code and buttons. The first touch of either loads the rest, once, and the
 * intent is carried out when it is there.
 */
class ExerciseCell extends HTMLElement {
  #opened: Promise<{ carryOut: (intent: Intent) => void }> | undefined;
  #notice: HTMLElement | undefined;

  connectedCallback(): void {
    const code = this.querySelector<HTMLElement>(".code-host");
    if (code === null) throw new Error("an exercise cell needs its code");
    code.addEventListener("click", () => this.#open("write"));
    code.addEventListener("keydown", ({ key }) => {
      if (this.#opened === undefined && key === "Enter") this.#open("write");
    });
    this.addEventListener("click", ({ target }) => {
      const intent = target instanceof Element && target.closest<HTMLElement>("[data-static] [data-intent]")?.dataset["intent"];
      if (intent) this.#open(intent as Intent);
    });
    void showSaved(this, this.dataset["exercise"] ?? "");
  }

  #open(intent: Intent): void {
    if (this.#opened !== undefined && intent === "write") return;
    this.#opened ??= import("./open-cell.tsx").then(({ openCell }) => openCell(this, this.dataset["exercise"] ?? ""));
    void this.#opened.then(
      (cell) => {
        this.#notice?.remove();
        cell.carryOut(intent);
      },
      (error: unknown) => this.#sayNotOpened(error),
    );
  }

  /** The next touch tries again. Many browsers remember that a script could not be fetched until the page is reloaded. */
  #sayNotOpened(error: unknown): void {
    this.#opened = undefined;
    this.#notice ??= document.createElement("p");
    this.#notice.className = "notice wrong";
    this.#notice.setAttribute("role", "alert");
    const why = `The exercise could not be opened (${reasonOf(error)}). Check the network, then click again; where that does not help, reload the page.`;
    this.#notice.replaceChildren(why, " ", reloadButton());
    this.querySelector('[data-live="bar"]')?.append(this.#notice);
  }
}

function reloadButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Reload the page";
  button.addEventListener("click", () => location.reload());
  return button;
}

customElements.define("exercise-cell", ExerciseCell);
