import { closestPages, type KnownPage } from "./closest-address.ts";

/** The page for addresses that do not exist: it names the address, and suggests the pages closest to it. */
class NotFoundPage extends HTMLElement {
  connectedCallback(): void {
    this.#suggest();
    this.dataset["ready"] = "";
  }

  #suggest(): void {
    const { base = "/", pages = "[]" } = this.dataset;
    const path = decoded(location.pathname);
    const address = this.querySelector("[data-address]");
    if (address !== null) address.textContent = path;
    this.querySelector("[data-search]")?.addEventListener("click", (event) => {
      event.stopPropagation();
      document.querySelector<HTMLElement>("site-search button[data-open-modal]")?.click();
    });
    const closest = closestPages(path.startsWith(base) ? path.slice(base.length) : path, JSON.parse(pages) as KnownPage[]);
    const list = this.querySelector<HTMLElement>("[data-closest]");
    if (list === null || closest.length === 0) return;
    list.querySelector("ul")?.replaceChildren(
      ...closest.map(({ path, title }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = base + path;
        link.textContent = title;
        item.append(link);
        return item;
      }),
    );
    list.hidden = false;
  }
}

/** An address as a reader would write it; as it stands where its escapes are broken. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

customElements.define("not-found-page", NotFoundPage);
