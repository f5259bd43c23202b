/** Tells the score of the page that a question was marked. */
export const MARKED = "self-test-marked";

/** What a reader says of her answer. */
type Mark = "had" | "not-yet";

/** A question: takes the answer, shows the page's own, and lets the reader mark herself. */
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
  }

  #respond(picked: HTMLElement): void {
    const right = "right" in picked.dataset;
    picked.dataset["picked"] = right ? "right" : "not";
    const verdict = document.createElement("strong");
    verdict.textContent = right ? "Right. " : "Not that. ";
    const response = picked.querySelector("p")?.cloneNode(true).childNodes ?? [];
    this.querySelector(".card-verdict")?.replaceChildren(verdict, ...response);
    this.#mark(right ? "had" : "not-yet");
  }

  #mark(mark: Mark): void {
    this.dataset["mark"] = mark;
    for (const button of this.#marks) button.ariaPressed = String(button.dataset["mark"] === mark);
    this.dispatchEvent(new CustomEvent(MARKED, { bubbles: true }));
  }
}

customElements.define("self-test", SelfTest);
