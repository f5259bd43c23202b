import { LazyCell, type OpenedCell } from "../lazy-cell.ts";
import { showStaticCode } from "../static-code.ts";

/** A try cell as the page is built with it. A learner's own text from an earlier visit is run when it comes into view. */
class TryCell extends LazyCell {
  protected readonly noun = "The cell";

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener("pointerenter", preload, { once: true });
    // The picture that the page was built with does not move: whoever reaches for it gets the live one.
    const picture = this.querySelector('[data-live="picture"]');
    for (const reach of ["pointerenter", "focusin"]) picture?.addEventListener(reach, () => this.open("show"), { once: true });
    void this.#showOwn();
  }

  protected async load(): Promise<OpenedCell> {
    const { openTry } = await preload();
    return openTry(this, this.dataset["try"] ?? "");
  }

  async #showOwn(): Promise<void> {
    try {
      const { readRecord } = await import("../storage/draft-record.ts");
      const record = await readRecord(`try/${this.dataset["try"] ?? ""}`);
      if (record !== undefined && showStaticCode(this, record.current.text)) this.#openInView();
    } catch (error) {
      console.warn("What was saved in this browser cannot be read.", error);
    }
  }

  /** The picture that the page was built with is not of the learner's text. */
  #openInView(): void {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      this.open("show");
    });
    observer.observe(this);
  }
}

function preload() {
  return import("./open-try.tsx");
}

customElements.define("try-cell", TryCell);
