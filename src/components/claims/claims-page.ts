import { fillForm, queryOf } from "../list-filters.ts";
import { openTarget } from "../open-target.ts";
import { claimMatches, readClaimFilters } from "./filters.ts";

/** Where each document's claims are folded at first: all of them would be many screens long. */
const NARROW = matchMedia("(max-width: 50rem)");

/** The list of claims with its filters, which the page's address reflects. */
class ClaimsPage extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    if (form === null) throw new Error("the list of claims needs its filters");
    fillForm(form, readClaimFilters(new URLSearchParams(location.search)));
    form.addEventListener("input", () => this.#choose(form));
    form.addEventListener("submit", (event) => event.preventDefault());
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(() => this.#choose(form)));
    this.#show(form);
    if (NARROW.matches && !this.#isFiltered(form)) for (const part of this.#parts) part.open = false;
    openTarget();
    addEventListener("hashchange", openTarget);
  }

  get #parts(): Iterable<HTMLDetailsElement> {
    return this.querySelectorAll<HTMLDetailsElement>(".claims-part");
  }

  #isFiltered(form: HTMLFormElement): boolean {
    return queryOf(readClaimFilters(new FormData(form))) !== "";
  }

  #choose(form: HTMLFormElement): void {
    this.#show(form);
    history.replaceState(history.state, "", location.pathname + queryOf(readClaimFilters(new FormData(form))) + location.hash);
  }

  #show(form: HTMLFormElement): void {
    const filters = readClaimFilters(new FormData(form));
    // What is looked for is not to be folded away.
    if (this.#isFiltered(form)) for (const part of this.#parts) part.open = true;
    const rows = [...this.querySelectorAll<HTMLElement>(".claim-row")];
    for (const row of rows) {
      const { part = "", verdict = "", kind = "" } = row.dataset;
      row.hidden = !claimMatches({ text: row.textContent ?? "", part, verdict, kind }, filters);
    }
    for (const section of this.querySelectorAll<HTMLElement>("section")) {
      section.hidden = !section.querySelector(".claim-row:not([hidden])");
    }
    const shown = rows.filter((row) => !row.hidden).length;
    const count = this.querySelector(".claims-count");
    const sentence = shown === rows.length ? `${rows.length} claims` : `${shown} of ${rows.length} claims`;
    // Screen readers announce every change, so the same text is not set again.
    if (count && count.textContent !== sentence) count.textContent = sentence;
    this.querySelector("form button[type=reset]")?.toggleAttribute("disabled", !this.#isFiltered(form));
  }
}

customElements.define("claims-page", ClaimsPage);
