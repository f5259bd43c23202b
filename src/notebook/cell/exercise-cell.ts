import { reasonOf } from "../reason-of.ts";
import type { Intent } from "./open-cell.tsx";
import { showStaticCode } from "./static-code.ts";

/**
 * The exercise cell as the page is built with it: static code and buttons. The first click on either loads the rest once, and then
 * does what was clicked. The editor comes when the learner reaches for the code.
 */
class ExerciseCell extends HTMLElement {
  #opened: Promise<{ carryOut: (intent: Intent) => void }> | undefined;
  #notice: HTMLElement | undefined;

  connectedCallback(): void {
    const code = this.querySelector<HTMLElement>(".code-host");
    if (code === null) throw new Error("an exercise cell needs its code");
    code.addEventListener("click", () => this.#open("write"));
    code.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") this.#open("write");
    });
    this.addEventListener("click", ({ target }) => {
      const intent = target instanceof Element && target.closest<HTMLElement>("[data-static] [data-intent]")?.dataset["intent"];
      if (intent) this.#open(intent as Intent);
    });
    void showSaved(this, this.dataset["exercise"] ?? "");
  }

  #open(intent: Intent): void {
    if (intent === "write" && this.dataset["editor"] !== undefined) return;
    this.#opened ??= import("./open-cell.tsx").then(({ openCell }) => openCell(this, this.dataset["exercise"] ?? ""));
    void this.#opened.then(
      (cell) => {
        this.#notice?.remove();
        cell.carryOut(intent);
      },
      (error: unknown) => this.#showNotOpened(error),
    );
  }

  /** The next click tries again. Many browsers remember until the page is reloaded that a script could not be fetched. */
  #showNotOpened(error: unknown): void {
    this.#opened = undefined;
    this.#notice ??= document.createElement("p");
    this.#notice.className = "notice wrong";
    this.#notice.setAttribute("role", "alert");
    const why = `The exercise could not be opened (${reasonOf(error)}). Check your network connection, then click again; if that does not help, reload the page.`;
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

/** Before a cell is opened: shows the code that the learner saved here, and whether the exercise was passed. */
async function showSaved(cell: HTMLElement, exercise: string): Promise<void> {
  try {
    const [{ readRecord }, { readPassed }] = await Promise.all([import("../storage/draft-record.ts"), import("../storage/passed.ts")]);
    const [record, passed] = await Promise.all([readRecord(exercise), readPassed(exercise)]);
    if (passed !== undefined) cell.dataset["passed"] = "";
    if (record !== undefined) showStaticCode(cell, record.current.text);
  } catch (error) {
    console.warn("What was saved in this browser cannot be read.", error);
  }
}

customElements.define("exercise-cell", ExerciseCell);
