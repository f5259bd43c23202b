import { fillForm, queryOf } from "../list-filters.ts";
import { countSentence, matches, readFilters, type Row } from "./filters.ts";
import { failedFirst, proposals, repeats, type Choosable, type Proposal, type Standing } from "./pick.ts";

/**
 * The list of exercises with its filters, which the page's address reflects; exercises that were passed are marked, and one is picked on
 * request.
 */
class PracticePage extends HTMLElement {
  #standing: ReadonlyMap<string, Standing> = new Map();
  /** How many proposals of each kind were shown: each click shows the next. */
  readonly #shown = { next: 0, repeat: 0 };
  /** The rows in the order of the course, each with the list that it belongs to. */
  #places: readonly { readonly row: HTMLElement; readonly list: Element }[] = [];

  connectedCallback(): void {
    const form = this.#form;
    this.#places = this.#rows.map((row) => ({ row, list: row.parentElement ?? this }));
    for (const button of this.querySelectorAll<HTMLButtonElement>("[data-pick]")) {
      button.addEventListener("click", () => this.#pick(button.dataset["pick"] === "repeat" ? "repeat" : "next"));
    }
    fillForm(form, readFilters(new URLSearchParams(location.search)));
    const more = form.querySelector(".more-filters");
    more?.addEventListener("click", () => showAllFilters(form, more.getAttribute("aria-expanded") !== "true"));
    if (location.search !== "") showAllFilters(form, true);
    form.addEventListener("input", () => this.#choose());
    form.addEventListener("submit", (event) => event.preventDefault());
    // The fields are empty only after the event.
    form.addEventListener("reset", () => setTimeout(() => this.#choose()));
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) void this.#readStanding();
    });
    this.#show();
    void this.#readStanding();
  }

  get #rows(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(".practice-row")];
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
    this.#arrange(filters.order === "failed");
    const rows = this.#rows;
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

  /** Moves what was tried and not passed to a section of its own, or back to its part. */
  #arrange(failedComeFirst: boolean): void {
    const section = this.querySelector<HTMLElement>("[data-failed]");
    const list = section?.querySelector("ul");
    if (!list) return;
    const failed = failedComeFirst
      ? failedFirst(
          this.#places.map(({ row }) => choosable(row)),
          this.#standing,
        )
      : [];
    const isMoved = list.childElementCount > 0;
    if (!isMoved && failed.length === 0) return;
    for (const { row, list } of this.#places) list.append(row);
    for (const id of failed) {
      const place = this.#places.find(({ row }) => row.dataset["exercise"] === id);
      if (place !== undefined) list.append(place.row);
    }
  }

  #pick(kind: "next" | "repeat"): void {
    const exercises = this.#places.map(({ row }) => choosable(row));
    const all = kind === "next" ? proposals(exercises, this.#standing) : repeats(exercises, this.#standing, Date.now());
    const proposal = all[this.#shown[kind]++ % Math.max(1, all.length)];
    const none =
      kind === "next"
        ? "You have passed all of them. “One to repeat” picks one of those."
        : "You have passed none yet that you could repeat.";
    this.querySelector(".practice-picked")?.replaceChildren(...(proposal === undefined ? [none] : this.#proposed(proposal)));
  }

  #proposed({ id, reason }: Proposal): Node[] {
    const row = this.#places.find(({ row }) => row.dataset["exercise"] === id)?.row;
    const link = row?.querySelector("h3 a")?.cloneNode(true);
    const why = document.createElement("span");
    why.textContent = `About ${row?.dataset["minutes"] ?? ""} minutes. ${reason}`;
    return link === undefined ? [why] : [link, why];
  }

  async #readStanding(): Promise<void> {
    try {
      const [{ passedTimes }, { activities }] = await Promise.all([
        import("#notebook/storage/passed.ts"),
        import("#notebook/storage/activity.ts"),
      ]);
      const [passed, tried] = await Promise.all([passedTimes(), activities()]);
      this.#standing = new Map(
        [...new Set([...passed.keys(), ...tried.keys()])].map((id) => {
          const passedAt = passed.get(id)?.at;
          return [id, { tries: tried.get(id)?.tries ?? 0, ...(passedAt !== undefined && { passedAt }) }];
        }),
      );
    } catch (error) {
      console.warn("What was passed in this browser cannot be read.", error);
    }
    for (const { row } of this.#places) {
      row.toggleAttribute("data-passed", this.#standing.get(row.dataset["exercise"] ?? "")?.passedAt !== undefined);
    }
    this.#show();
  }
}

/** On a small screen, only the words are asked for until the other filters are wanted. */
function showAllFilters(form: HTMLFormElement, areShown: boolean): void {
  form.toggleAttribute("data-all", areShown);
  form.querySelector(".more-filters")?.setAttribute("aria-expanded", String(areShown));
}

function choosable(row: HTMLElement): Choosable {
  const { exercise = "", concepts = "[]", difficulty, minutes } = row.dataset;
  return {
    id: exercise,
    title: row.querySelector("h3 a")?.textContent ?? exercise,
    concepts: JSON.parse(concepts) as string[],
    difficulty: Number(difficulty),
    minutes: Number(minutes),
  };
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
