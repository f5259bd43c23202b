import { saveSelfTest, type SelfTestAnswer } from "#notebook/storage/self-tests.ts";
import { base } from "../base-path.ts";
import { scoreSentence } from "./score.ts";

/** The event of a question that was marked; the score of the page listens to it. */
const MARKED = "self-test-marked";

/** How a reader marks an answer. */
type Mark = "had" | "not-yet";

/** A question: takes the reader's answer, shows the page's, and lets the reader mark it. */
class SelfTest extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    if (!form) throw new Error("a question needs a place for its answer");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#compare(form);
    });
    for (const button of this.#marks) button.addEventListener("click", () => this.#mark(button.dataset["mark"] as Mark));
  }

  get #marks(): HTMLButtonElement[] {
    return [...this.querySelectorAll<HTMLButtonElement>("button[data-mark]")];
  }

  #compare(form: HTMLFormElement): void {
    for (const field of form.querySelectorAll("textarea")) field.readOnly = true;
    for (const field of form.querySelectorAll("input")) field.disabled = true;
    form.querySelector(".card-actions")?.remove();
    this.querySelector("details")?.setAttribute("open", "");
    this.querySelector("summary")?.focus();
    this.querySelector(".test-marks")?.removeAttribute("hidden");
    const picked = form.querySelector("input:checked")?.closest("div");
    if (picked) this.#respond(picked);
    else this.#keep();
  }

  /** The reader's own words, or the text of the choice. */
  get #given(): string {
    const chosen = this.querySelector("input:checked")?.closest("label")?.textContent;
    return (chosen ?? this.querySelector("textarea")?.value ?? "").trim();
  }

  /** Keeps the answer in the browser, for "My work". */
  #keep(verdict?: SelfTestAnswer["verdict"]): void {
    const page = decodeURI(location.pathname).slice(base.length);
    const id = `${page}#${[...document.querySelectorAll("self-test")].indexOf(this)}`;
    const question = (this.querySelector(".card-question")?.textContent ?? "").replace(/\s+/g, " ").trim();
    saveSelfTest(id, { page, question, given: this.#given, ...(verdict && { verdict }), at: Date.now() }).catch((error: unknown) =>
      console.warn("The answer could not be saved in this browser.", error),
    );
  }

  #respond(picked: HTMLElement): void {
    const right = "right" in picked.dataset;
    picked.dataset["picked"] = right ? "right" : "not";
    const verdict = document.createElement("strong");
    verdict.textContent = right ? "Right. " : "Not that one. ";
    const response = picked.querySelector("p")?.cloneNode(true).childNodes ?? [];
    this.querySelector(".card-verdict")?.replaceChildren(verdict, ...response);
    this.#mark(right ? "had" : "not-yet");
  }

  #mark(mark: Mark): void {
    this.dataset["mark"] = mark;
    this.#keep(mark === "had" ? "right" : "not-yet");
    for (const button of this.#marks) button.ariaPressed = String(button.dataset["mark"] === mark);
    this.dispatchEvent(new CustomEvent(MARKED, { bubbles: true }));
  }
}

/** Shows the score: the marks of all questions on the page. */
class SelfTestScore extends HTMLElement {
  readonly #count = (): void => {
    const number = (selector: string): number => document.querySelectorAll(selector).length;
    this.textContent = scoreSentence({
      had: number('self-test[data-mark="had"]'),
      notYet: number('self-test[data-mark="not-yet"]'),
      total: number("self-test"),
    });
  };

  connectedCallback(): void {
    document.addEventListener(MARKED, this.#count);
    this.#count();
  }

  disconnectedCallback(): void {
    document.removeEventListener(MARKED, this.#count);
  }
}

customElements.define("self-test", SelfTest);
customElements.define("self-test-score", SelfTestScore);
