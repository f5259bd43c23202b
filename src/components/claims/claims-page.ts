import { fillForm, queryOf } from "../list-filters.ts";
import { openTarget } from "../open-target.ts";
import { claimMatches, readClaimFilters } from "./filters.ts";

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
    openTarget();
    addEventListener("hashchange", openTarget);
  }

  #choose(form: HTMLFormElement): void {
    this.#show(form);
    history.replaceState(history.state, "", location.pathname + queryOf(readClaimFilters(new FormData(form))) + location.hash);
  }

  #show(form: HTMLFormElement): void {
    const filters = readClaimFilters(new FormData(form));
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
  }
}

customElements.define("claims-page", ClaimsPage);
