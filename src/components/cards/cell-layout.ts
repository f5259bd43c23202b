/** Where the picture of a cell stands on a wide screen. The style sheet reads it from the root's `data-cell-layout`. */
type Place = "beside" | "below";

/** Head.astro reads it too, before the page is drawn. */
const KEY = "coalesce.cell-layout";

/** The buttons that choose the place. All cells of a page show the same choice. */
class CellLayout extends HTMLElement {
  connectedCallback(): void {
    show(document.documentElement.dataset["cellLayout"] === "below" ? "below" : "beside");
    this.addEventListener("click", ({ target }) => {
      const place = target instanceof Element && target.closest<HTMLElement>("[data-place]")?.dataset["place"];
      if (place === "beside" || place === "below") choose(place);
    });
  }
}

function choose(place: Place): void {
  show(place);
  try {
    localStorage.setItem(KEY, place);
  } catch (error) {
    console.warn("This browser does not keep the choice.", error);
  }
}

function show(place: Place): void {
  document.documentElement.dataset["cellLayout"] = place;
  for (const button of document.querySelectorAll<HTMLElement>("cell-layout [data-place]")) {
    button.ariaPressed = String(button.dataset["place"] === place);
  }
}

customElements.define("cell-layout", CellLayout);
