import { writeInto } from "./first-strokes.ts";
import { keepFocus } from "./kept-focus.ts";
import { reasonOf } from "./reason-of.ts";

/** A cell whose editor is open: it does what a button that was pressed before stands for. */
export interface OpenedCell {
  readonly carryOut: (intent: string) => void;
}

/**
 * A cell as the page is built with it: static code and buttons. The first click on either loads the rest once, and then does what was
 * clicked: the button's `data-intent`, or "write".
 */
export abstract class LazyCell extends HTMLElement {
  #opened: Promise<OpenedCell> | undefined;
  #notice: HTMLElement | undefined;

  /** What the cell is called in a sentence: "The exercise". */
  protected abstract readonly noun: string;

  /** Loads and opens the cell, for what was clicked; called again after a failure. */
  protected abstract load(intent: string): Promise<OpenedCell>;

  connectedCallback(): void {
    if (/Mac|iPhone|iPad/.test(navigator.userAgent)) nameKeysOfMac(this);
    keepFocus(this);
    writeInto(this.code, () => this.open("write"));
    this.addEventListener("click", ({ target }) => {
      const intent = target instanceof Element && target.closest<HTMLElement>("[data-static] [data-intent]")?.dataset["intent"];
      if (intent) this.open(intent);
    });
  }

  /** The code as the page was built with it, and then the editor's host. */
  protected get code(): HTMLElement {
    const code = this.querySelector<HTMLElement>(".code-host");
    if (code === null) throw new Error("a cell needs its code");
    return code;
  }

  protected open(intent: string): void {
    if (intent === "write" && this.dataset["editor"] !== undefined) return;
    this.#opened ??= this.load(intent);
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
    const why = `${this.noun} could not be opened (${reasonOf(error)}). Check your network connection, then click again; if that does not help, reload the page.`;
    this.#notice.replaceChildren(why, " ", reloadButton());
    this.querySelector('[data-live="bar"]')?.append(this.#notice);
  }
}

/** The opened cell's buttons name them so, too. */
function nameKeysOfMac(cell: HTMLElement): void {
  for (const keys of cell.querySelectorAll("[data-static] kbd")) keys.textContent = keys.textContent.replace("Ctrl", "⌘");
}

function reloadButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Reload the page";
  button.addEventListener("click", () => location.reload());
  return button;
}
