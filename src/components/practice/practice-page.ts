import { fillForm, queryOf } from "../list-filters.ts";
import { markPassed } from "../mark-passed.ts";
import { countSentence, matches, readFilters, type Row } from "./filters.ts";

/** The list of exercises with its filters, which the page's address reflects; exercises that were passed are marked. */
class PracticePage extends HTMLElement {
  connectedCallback(): void {
    const form = this.#form;
    fillForm(form, readFilters(new URLSearchParams(location.search)));
    form.addEventListener("input", () => this.#choose());
    form.addEventListener("submit", (event) => event.preventDefault());
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(() => this.#choose()));
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) void this.#markPassed();
    });
    this.#show();
    void this.#markPassed();
  }

  get #form(): HTMLFormElement {
    const form = this.querySelector("form");
    if (form === null) throw new Error("the list of exercises needs its filters");
    return form;
  }

  #choose(): void {
    this.#show();
    history.replaceState(history.state, "", location.pathname + queryOf(readFilters(new FormData(this.#form))) + location.hash);
  }

  #show(): void {
    const filters = readFilters(new FormData(this.#form));
    const rows = [...this.querySelectorAll<HTMLElement>(".practice-row")];
    for (const element of rows) element.hidden = !matches(rowOf(element), filters);
    const shown = rows.filter((element) => !element.hidden);
    for (const section of this.querySelectorAll<HTMLElement>(".practice-part")) {
      section.hidden = !shown.some((element) => section.contains(element));
    }
    const passed = shown.filter((element) => "passed" in element.dataset).length;
    const sentence = countSentence({ shown: shown.length, total: rows.length, passed });
    const count = this.querySelector(".practice-count");
    // Screen readers announce every change, so the same text is not set again.
    if (count && count.textContent !== sentence) count.textContent = sentence;
    this.querySelector<HTMLElement>(".practice-none")?.toggleAttribute("hidden", shown.length > 0);
    this.querySelector("form button[type=reset]")?.toggleAttribute("disabled", queryOf(filters) === "");
  }

  async #markPassed(): Promise<void> {
    await markPassed(this.querySelectorAll<HTMLElement>(".practice-row"));
    this.#show();
  }
}

function rowOf(element: HTMLElement): Row {
  const { part = "", concepts = "[]", difficulty = "", minutes } = element.dataset;
  return {
    text: element.querySelector("div")?.textContent ?? "",
    part,
    concepts: JSON.parse(concepts) as string[],
    difficulty,
    minutes: Number(minutes),
    passed: "passed" in element.dataset,
  };
}

customElements.define("practice-page", PracticePage);
