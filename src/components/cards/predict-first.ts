import { judgePrediction, predictionSentence, type PredictionVerdict } from "#judge/judge-prediction.ts";
import { count, inUnit, withUnit } from "#pictures/format.ts";
import { announcePrediction } from "#notebook/live/prediction-event.ts";
import type { ConceptId } from "#notebook/evidence/concepts.ts";
import { readPrediction, savePrediction } from "#notebook/storage/predictions.ts";
import { base } from "#figures/drawing/base-path.ts";
import type { Mistake } from "../counting-mistakes.ts";
import type { Reason } from "./prediction-reason.ts";

/**
 * A question that is answered with a number before the computed answer is shown, and some with the reason, too: judges the answer, and keeps
 * it in the browser.
 */
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
      if (problem !== "") input.focus();
      else if (this.#reasons === null) this.#announce(given);
      else void this.#askWhy(form, this.#reasons, given);
    });
    this.querySelector("[data-again]")?.addEventListener("click", () => this.#askAgain(form, input));
    void this.#recall();
  }

  /** The form that asks for the reason; null where only a number is asked for. */
  get #reasons(): HTMLFormElement | null {
    return this.querySelector<HTMLFormElement>(".predict-because");
  }

  async #askWhy(form: HTMLFormElement, reasons: HTMLFormElement, given: number): Promise<void> {
    const { askedReason } = await import("./prediction-reason.ts");
    form.hidden = true;
    this.#announce(given, await askedReason(reasons, inUnit(given, this.dataset["unit"] ?? "")));
  }

  get #page(): string {
    return decodeURI(location.pathname).slice(base.length);
  }

  /** The page and the number of the question on it. */
  get #id(): string {
    return `${this.#page}#${[...document.querySelectorAll("predict-first")].indexOf(this)}`;
  }

  /** A room that is asked this question together opens the answer for all at once; anywhere else it opens now. */
  #announce(given: number, reason?: Reason): void {
    const open = (): void => this.#commit(given, reason);
    if (announcePrediction(this, { question: this.#id, given, open })) open();
    else this.#hold(given);
  }

  #hold(given: number): void {
    const said = `You said ${withUnit(count(given), this.dataset["unit"] ?? "")}. The answer opens when the room is shown it.`;
    this.#say(said);
    this.dataset["held"] = "";
  }

  #commit(given: number, reason: Reason | undefined): void {
    delete this.dataset["held"];
    const { answer, within, unit = "" } = this.dataset;
    const verdict = judgePrediction(given, Number(answer), Number(within));
    void this.#show(verdict, given, reason);
    void this.#showCase();
    const question = (this.querySelector(".predict-question")?.textContent ?? "").replace(/\s+/g, " ").trim();
    const at = Date.now();
    const prediction = { page: this.#page, question, unit, given, answer: Number(answer), verdict, ...(reason && { reason }), at };
    savePrediction(this.#id, prediction).catch((error: unknown) =>
      console.warn("The prediction could not be saved in this browser.", error),
    );
    const { concept } = this.dataset;
    // Who comes close to a time has neither missed it nor known it.
    if (concept === undefined || verdict === "close") return;
    const evidence = { kind: "prediction", source: this.#id, isRight: verdict === "right" && reason?.isRight !== false, at };
    void import("#notebook/storage/evidence.ts").then(({ noteEvidence }) => noteEvidence(concept as ConceptId, evidence));
  }

  /** On a later visit: what the reader said last, above the open answer. */
  async #recall(): Promise<void> {
    try {
      const before = await readPrediction(this.#id);
      if (before !== undefined && typeof before.given === "number") await this.#show(before.verdict, before.given, before.reason);
    } catch (error) {
      console.warn("What was predicted in this browser cannot be read.", error);
    }
  }

  async #show(verdict: PredictionVerdict, given: number, reason: Reason | undefined): Promise<void> {
    this.querySelector("details")?.setAttribute("open", "");
    this.dataset["verdict"] = verdict;
    const mistakes = JSON.parse(this.dataset["mistakes"] ?? "[]") as readonly Mistake[];
    const thought = mistakes.find((mistake) => mistake.given === given)?.says;
    const said = predictionSentence(verdict, given, this.dataset["unit"] ?? "", thought);
    if (reason === undefined || this.#reasons === null) return this.#say(said);
    const { reasonSentence } = await import("./prediction-reason.ts");
    this.#say(`${said} ${reasonSentence(this.#reasons, verdict, reason)}`);
  }

  /** Says something in place of the field. */
  #say(sentence: string): void {
    const yours = this.querySelector<HTMLElement>(".predict-yours");
    const said = yours?.querySelector("span");
    if (!yours || !said) throw new Error("a prediction needs a place for its verdict");
    said.textContent = sentence;
    yours.hidden = false;
    const forms = [...this.querySelectorAll("form")];
    // Who answered by key goes on from here, not from the top of the page.
    const goesOn = forms.some((form) => form.contains(document.activeElement));
    for (const form of forms) form.hidden = true;
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
