import { fillForm, includesWords, queryOf } from "../list-filters.ts";
import { openTarget } from "../open-target.ts";

/** The glossary: terms that open, found by the words of their entries. The page's address reflects the words. */
class GlossaryPage extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    if (form === null) throw new Error("the glossary needs its filter");
    fillForm(form, { q: new URLSearchParams(location.search).get("q") ?? "" });
    form.addEventListener("input", () => this.#choose(form));
    form.addEventListener("submit", (event) => event.preventDefault());
    this.querySelector("[data-open-all]")?.addEventListener("click", () => this.#toggleAll());
    this.#show(form);
    openTarget();
    addEventListener("hashchange", openTarget);
  }

  get #entries(): HTMLDetailsElement[] {
    return [...this.querySelectorAll<HTMLDetailsElement>(".glossary-entry")];
  }

  #choose(form: HTMLFormElement): void {
    this.#show(form);
    history.replaceState(history.state, "", location.pathname + queryOf({ q: words(form) }) + location.hash);
  }

  #show(form: HTMLFormElement): void {
    const entries = this.#entries;
    for (const entry of entries) entry.hidden = !includesWords(entry.textContent ?? "", words(form));
    for (const section of this.querySelectorAll<HTMLElement>(".glossary-letter")) {
      section.hidden = !section.querySelector(".glossary-entry:not([hidden])");
    }
    const shown = entries.filter(({ hidden }) => !hidden).length;
    const sentence = shown === entries.length ? `${entries.length} terms` : `${shown} of ${entries.length} terms`;
    const count = this.querySelector(".glossary-count");
    // Screen readers announce every change, so the same text is not set again.
    if (count && count.textContent !== sentence) count.textContent = sentence;
  }

  #toggleAll(): void {
    const isAnyClosed = this.#entries.some((entry) => !entry.hidden && !entry.open);
    for (const entry of this.#entries) entry.open = isAnyClosed;
    const button = this.querySelector("[data-open-all]");
    if (button !== null) button.textContent = isAnyClosed ? "Close all" : "Open all";
  }
}

function words(form: HTMLFormElement): string {
  return String(new FormData(form).get("q") ?? "").trim();
}

customElements.define("glossary-page", GlossaryPage);
