import { LatestRun } from "#notebook/latest-run.ts";
import { SearchIndex, type Found, type FoundKind } from "./search-index.ts";

/** The search of the course: a button, and the dialog that it opens. */
class SiteSearch extends HTMLElement {
  #index: SearchIndex | undefined;
  /** One search at a time; of what was typed meanwhile, only the last text is searched for. */
  readonly #searches = new LatestRun(
    () => this.#search(),
    () => undefined,
  );

  connectedCallback(): void {
    const { dialog, input, openButton } = this;
    openButton.disabled = false;
    openButton.addEventListener("click", () => this.#open());
    this.querySelector("[data-close-modal]")?.addEventListener("click", () => dialog.close());
    input.addEventListener("input", () => void this.#searches.run());
    this.querySelector("form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#links[0]?.click();
    });
    dialog.addEventListener("click", ({ target }) => {
      // The backdrop belongs to the dialog; a link may lead to another place of the same page.
      if (target === dialog || (target instanceof Element && target.closest("a") !== null)) dialog.close();
    });
    dialog.addEventListener("keydown", (event) => this.#walk(event));
    dialog.addEventListener("close", () => document.body.toggleAttribute("data-search-modal-open", false));
    addEventListener("keydown", (event) => {
      if ((!event.metaKey && !event.ctrlKey) || event.key !== "k") return;
      event.preventDefault();
      if (dialog.open) dialog.close();
      else this.#open();
    });
    addEventListener("online", () => dialog.open && void this.#searches.run());
  }

  get dialog(): HTMLDialogElement {
    return required(this.querySelector("dialog"));
  }

  get input(): HTMLInputElement {
    return required(this.querySelector("input"));
  }

  get openButton(): HTMLButtonElement {
    return required(this.querySelector<HTMLButtonElement>("[data-open-modal]"));
  }

  get #links(): HTMLAnchorElement[] {
    return [...this.querySelectorAll<HTMLAnchorElement>(".search-results a")];
  }

  #open(): void {
    this.dialog.showModal();
    document.body.toggleAttribute("data-search-modal-open", true);
    this.input.select();
    this.input.focus();
  }

  /** The arrow keys go from the field through the results and back. */
  #walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops: HTMLElement[] = [this.input, ...this.#links];
    const here = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(stops.length - 1, Math.max(0, here + step))]?.focus();
  }

  async #search(): Promise<void> {
    const question = this.input.value.trim();
    if (question === "") return this.#show("", []);
    try {
      this.#index ??= new SearchIndex(this.dataset["base"] ?? "/");
      const kinds = await this.#index.find(question);
      const number = kinds.reduce((sum, { found }) => sum + found.length, 0);
      this.#show(number === 0 ? `Nothing in the course matches “${question}”.` : `${number} ${number === 1 ? "result" : "results"}`, kinds);
    } catch (error) {
      console.warn("The index of the search cannot be loaded.", error);
      const reason = navigator.onLine ? "The search could not be loaded." : "You are offline, and this browser has not kept the search.";
      this.#show(`${reason} The sidebar and the map of the course list every page.`, []);
    }
  }

  #show(status: string, kinds: readonly FoundKind[]): void {
    const said = this.querySelector(".search-status");
    if (said !== null && said.textContent !== status) said.textContent = status;
    this.querySelector(".search-results")?.replaceChildren(...kinds.map(section));
  }
}

function section({ kind, found }: FoundKind): HTMLElement {
  const section = document.createElement("section");
  const heading = document.createElement("h2");
  heading.textContent = kind;
  const list = document.createElement("ul");
  list.append(...found.map(item));
  section.append(heading, list);
  return section;
}

function item({ title, href, excerpt, places }: Found): HTMLElement {
  const item = document.createElement("li");
  const text = document.createElement("p");
  // Pagefind has escaped it, but for the marks around the words.
  text.innerHTML = excerpt;
  item.append(link(title, href), text);
  if (places.length > 0) {
    const list = document.createElement("p");
    list.className = "search-places";
    list.append(...places.map(({ title, href }) => link(title, href)));
    item.append(list);
  }
  return item;
}

function link(title: string, href: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = title;
  return link;
}

function required<T>(element: T | null): T {
  if (element === null) throw new Error("the search is incomplete");
  return element;
}

customElements.define("site-search", SiteSearch);
