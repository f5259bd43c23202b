import { preloadEditor } from "../editor/preload-editor.ts";
import { showStaticCode } from "../first-strokes.ts";
import { LazyCell, type OpenedCell } from "../lazy-cell.ts";

/** A capstone's cell as the page is built with it. Editor and judge come when the learner reaches for them. */
class CapstoneCell extends LazyCell {
  protected readonly noun = "The capstone";

  override connectedCallback(): void {
    super.connectedCallback();
    for (const reach of ["pointerenter", "pointerdown", "focusin"]) {
      this.code.addEventListener(reach, () => void import("./open-capstone.tsx").catch(() => undefined), { once: true });
    }
    void this.#showSaved();
  }

  get #capstone(): string {
    return this.dataset["capstone"] ?? "";
  }

  protected async load(intent: string): Promise<OpenedCell> {
    if (intent === "write") preloadEditor();
    const { openCapstone } = await import("./open-capstone.tsx");
    return openCapstone(this, this.#capstone);
  }

  /** Before the cell is opened: the code that the learner saved here, and whether the capstone was passed. */
  async #showSaved(): Promise<void> {
    try {
      const [{ readRecord }, { readPassed }] = await Promise.all([import("../storage/draft-record.ts"), import("../storage/passed.ts")]);
      const [record, passed] = await Promise.all([readRecord(this.#capstone), readPassed(this.#capstone)]);
      if (record !== undefined) showStaticCode(this.code, record.current.text);
      if (passed === undefined) return;
      this.dataset["passed"] = "";
      // The learner's own page stands below.
      this.open("show");
    } catch (error) {
      console.warn("What was saved in this browser cannot be read.", error);
    }
  }
}

customElements.define("capstone-cell", CapstoneCell);
