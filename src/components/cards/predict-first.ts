import { judgePrediction, predictionSentence, type PredictionVerdict } from "#judge/judge-prediction.ts";
import { count, withUnit } from "#pictures/format.ts";
import { announcePrediction } from "#notebook/live/prediction-event.ts";
import { readPrediction, savePrediction } from "#notebook/storage/predictions.ts";
import { base } from "#figures/drawing/base-path.ts";
import type { Mistake } from "../counting-mistakes.ts";

/** A question that is answered with a number before the computed answer is shown: judges the answer, and keeps it in the browser. */
class PredictFirst extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    const input = form?.querySelector("input");
    if (!form || !input) throw new Error("a prediction needs its form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const given = input.valueAsNumber;
      const problem = Number.isNaN(given) ? "Type a number first." : given < 0 ? "Type a number from 0 up." : "";
      this.querySelector(".predict-problem")?.replaceChildren(problem);
      input.ariaInvalid = String(problem !== "");
      if (problem === "") this.#announce(given);
      else input.focus();
    });
    this.querySelector("[data-again]")?.addEventListener("click", () => this.#askAgain(form, input));
    void this.#recall();
  }

  get #page(): string {
    return decodeURI(location.pathname).slice(base.length);
  }

  /** The page and the number of the question on it. */
  get #id(): string {
    return `${this.#page}#${[...document.querySelectorAll("predict-first")].indexOf(this)}`;
  }

  /** A room that is asked this question together opens the answer for all at once; anywhere else it opens now. */
  #announce(given: number): void {
    const open = (): void => this.#commit(given);
    if (announcePrediction(this, { question: this.#id, given, open })) open();
    else this.#hold(given);
  }

  #hold(given: number): void {
    const said = `You said ${withUnit(count(given), this.dataset["unit"] ?? "")}. The answer opens when the room is shown it.`;
    this.#say(said);
    this.dataset["held"] = "";
  }

  #commit(given: number): void {
    delete this.dataset["held"];
    const { answer, within, unit = "" } = this.dataset;
    this.querySelector("details")?.setAttribute("open", "");
    const verdict = judgePrediction(given, Number(answer), Number(within));
    this.#show(verdict, given);
    void this.#showCase();
    const question = (this.querySelector(".predict-question")?.textContent ?? "").replace(/\s+/g, " ").trim();
    savePrediction(this.#id, { page: this.#page, question, unit, given, answer: Number(answer), verdict, at: Date.now() }).catch(
      (error: unknown) => console.warn("The prediction could not be saved in this browser.", error),
    );
  }

  /** On a later visit: what the reader said last. The answer stays folded. */
  async #recall(): Promise<void> {
    try {
      const before = await readPrediction(this.#id);
      if (before !== undefined && typeof before.given === "number") this.#show(before.verdict, before.given);
    } catch (error) {
      console.warn("What was predicted in this browser cannot be read.", error);
    }
  }

  #show(verdict: PredictionVerdict, given: number): void {
    this.dataset["verdict"] = verdict;
    const mistakes = JSON.parse(this.dataset["mistakes"] ?? "[]") as readonly Mistake[];
    const thought = mistakes.find((mistake) => mistake.given === given)?.says;
    this.#say(predictionSentence(verdict, given, this.dataset["unit"] ?? "", thought));
  }

  /** Says something in place of the field. */
  #say(sentence: string): void {
    const yours = this.querySelector<HTMLElement>(".predict-yours");
    const said = yours?.querySelector("span");
    if (!yours || !said) throw new Error("a prediction needs a place for its verdict");
    said.textContent = sentence;
    yours.hidden = false;
    const form = this.querySelector("form");
    // Who answered by key goes on from here, not from the top of the page.
    const goesOn = form?.contains(document.activeElement) ?? false;
    form?.setAttribute("hidden", "");
    if (goesOn) this.querySelector<HTMLElement>("[data-again]")?.focus({ preventScroll: true });
  }

  /** Shows the case in question where the page can show it: a wrong answer is understood by seeing it, and a right one confirmed. */
  async #showCase(): Promise<void> {
    const place = this.querySelector<HTMLElement>(".predict-shows");
    if (place === null) return;
    const { cell, figure, ...settings } = JSON.parse(this.dataset["shows"] ?? "{}") as Record<string, string | number>;
    if (cell !== undefined) {
      const link = document.createElement("a");
      link.href = `#try-${cell}`;
      link.textContent = "The cell below";
      place.replaceChildren(link, " starts with this case.");
    } else {
      const { setFigureNear } = await import("#figures/drawing/figure-address.ts");
      const where = setFigureNear(this, String(figure), settings);
      if (where === undefined) return;
      place.textContent = `The figure ${where} shows this case now.`;
    }
    place.hidden = false;
  }

  #askAgain(form: HTMLFormElement, input: HTMLInputElement): void {
    delete this.dataset["verdict"];
    delete this.dataset["held"];
    for (const said of this.querySelectorAll(".predict-yours, .predict-shows")) said.setAttribute("hidden", "");
    this.querySelector("details")?.removeAttribute("open");
    form.hidden = false;
    input.value = "";
    input.focus();
  }
}

customElements.define("predict-first", PredictFirst);
