import { preloadEditor } from "../editor/preload-editor.ts";
import { showStaticCode } from "../first-strokes.ts";
import { keptLanguage, textKey } from "./answer-language.ts";
import { LazyCell, type OpenedCell } from "../lazy-cell.ts";

/** The exercise cell as the page is built with it. The editor comes when the learner reaches for the code. */
class ExerciseCell extends LazyCell {
  protected readonly noun = "The exercise";

  override connectedCallback(): void {
    super.connectedCallback();
    // Who points at the code is about to write.
    for (const reach of ["pointerenter", "pointerdown", "focusin"])
      this.code.addEventListener(reach, () => this.#preload(), { once: true });
    void this.#showSaved();
    this.#repeat();
  }

  /** The list of exercises leads here to begin again: the address asks for it once. */
  #repeat(): void {
    const address = new URL(location.href);
    if (this.dataset["place"] !== "practice" || !address.searchParams.has("repeat")) return;
    address.searchParams.delete("repeat");
    history.replaceState(history.state, "", address);
    this.open("repeat");
  }

  get #exercise(): string {
    return this.dataset["exercise"] ?? "";
  }

  #preload(): void {
    preloadEditor();
    this.#loaded().catch(() => undefined);
  }

  async #loaded() {
    return (await import("./load-cell.ts")).loadCell();
  }

  protected async load(intent: string): Promise<OpenedCell> {
    if (intent === "write") preloadEditor();
    const { openCell } = await this.#loaded();
    return openCell(this, this.#exercise);
  }

  /** Before the cell is opened: the code that the learner saved here, and whether the exercise was passed. */
  async #showSaved(): Promise<void> {
    try {
      const [{ readRecord }, { readPassed }] = await Promise.all([import("../storage/draft-record.ts"), import("../storage/passed.ts")]);
      const language = keptLanguage(this);
      const [record, passed] = await Promise.all([readRecord(textKey(this.#exercise, language)), readPassed(this.#exercise)]);
      if (language === "cuda") {
        const { showInCuda } = await import("./show-in-cuda.ts");
        await showInCuda(this, this.code, this.#exercise, record?.current.text);
      }
      if (language === "typescript" && record !== undefined) showStaticCode(this.code, record.current.text);
      if (passed === undefined) return;
      this.dataset["passed"] = "";
      this.#showPassedWhenNear(language === "typescript" ? record?.current.text : undefined);
    } catch (error) {
      console.warn("What was saved in this browser cannot be read.", error);
    }
  }

  /** What the text achieved on an earlier visit: read when the cell comes near. */
  #showPassedWhenNear(text: string | undefined): void {
    const watch = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        try {
          const { showPassedBefore } = await import("./passed-before.tsx");
          await showPassedBefore(this, this.#exercise, text);
        } catch (error) {
          console.warn("What was achieved before cannot be shown.", error);
        }
      },
      { rootMargin: "300px" },
    );
    watch.observe(this);
  }
}

customElements.define("exercise-cell", ExerciseCell);
