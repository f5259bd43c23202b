import { showStaticCode } from "./first-strokes.ts";
import { CellGoals } from "./goals/cell-goals.ts";
import { LazyCell } from "./lazy-cell.ts";

/**
 * A cell with a text to try out, as the page is built with it. A learner's own text from an earlier visit is shown in the place of the
 * lesson's, and run when the cell comes into view.
 */
export abstract class TextCell extends LazyCell {
  protected readonly noun = "The cell";

  /** What the learner's text is stored by. */
  protected abstract get key(): string;

  /** What the cell's text asks for, as far as it is done. */
  protected goals: CellGoals | undefined;

  /** Fetches what opens the cell. */
  protected abstract preload(): Promise<unknown>;

  override connectedCallback(): void {
    super.connectedCallback();
    this.goals = new CellGoals(this, this.key);
    for (const reach of ["pointerenter", "pointerdown"]) {
      this.addEventListener(reach, () => void this.preload().catch(() => undefined), { once: true });
    }
    // The picture that the page was built with does not move: whoever reaches for it gets the live one.
    const picture = this.querySelector('[data-live="picture"]');
    for (const reach of ["pointerenter", "focusin"]) picture?.addEventListener(reach, () => this.open("show"), { once: true });
    void this.#showOwn();
  }

  async #showOwn(): Promise<void> {
    try {
      const { readRecord } = await import("./storage/draft-record.ts");
      const record = await readRecord(this.key);
      if (record === undefined || !showStaticCode(this.code, record.current.text)) return;
      this.dataset["own"] = "";
      this.#openInView();
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
