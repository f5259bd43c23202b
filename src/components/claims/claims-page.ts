import { claimFilterNames, claimMatches, readClaimFilters } from "./filters.ts";

/** The list of claims with its filters: what is chosen stands in the page's address. */
class ClaimsPage extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    if (form === null) throw new Error("the list of claims needs its filters");
    const query = new URLSearchParams(location.search);
    for (const name of claimFilterNames) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = query.get(name) ?? "";
    }
    form.addEventListener("input", () => this.#choose(form));
    form.addEventListener("submit", (event) => event.preventDefault());
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(() => this.#choose(form)));
    this.#show(form);
  }

  #choose(form: HTMLFormElement): void {
    this.#show(form);
    const chosen = [...new FormData(form)].map(([name, value]) => [name, String(value)]).filter(([, value]) => value !== "");
    const query = chosen.length === 0 ? "" : `?${new URLSearchParams(chosen)}`;
    history.replaceState(history.state, "", location.pathname + query + location.hash);
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
    // A text that stays the same is not to be announced again.
    if (count && count.textContent !== sentence) count.textContent = sentence;
  }
}

customElements.define("claims-page", ClaimsPage);
