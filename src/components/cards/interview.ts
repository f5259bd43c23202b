import { base } from "#figures/drawing/base-path.ts";
import { lastSelfTest, saveSelfTest, type SelfTestAnswer } from "#notebook/storage/self-tests.ts";
import { interviewSentence, pointsSentence } from "./score.ts";

/** The event of an answer that was compared, or of a point that was ticked; the score of the page listens to it. */
const COMPARED = "interview-compared";
const PAUSE_MS = 400;

/** A question that is answered in words. What is typed is kept at each pause; after "Compare" it's held against the points. */
class InterviewQuestion extends HTMLElement {
  readonly #form = this.#one("form");
  readonly #text = this.#one("textarea");
  readonly #again = this.#one<HTMLButtonElement>("[data-again]");
  readonly #kept = this.#one(".interview-kept");
  readonly #details = this.#one("details");
  readonly #boxes = [...this.querySelectorAll<HTMLInputElement>(".interview-points input")];
  #pause = 0;

  connectedCallback(): void {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#text.value.trim() === "") return;
      this.#compare();
      this.#keep();
      this.#one("summary").focus();
    });
    this.#again.addEventListener("click", () => this.#open());
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#pause);
      this.#pause = window.setTimeout(() => this.#keep(), PAUSE_MS);
    });
    // What was typed less than a pause before the page is left or put aside.
    this.#text.addEventListener("blur", () => this.#keepNow());
    window.addEventListener("pagehide", () => this.#keepNow());
    for (const box of this.#boxes)
      box.addEventListener("change", () => {
        this.#count();
        this.#keep();
      });
    void this.#restore();
  }

  #one<Found extends HTMLElement = HTMLElement>(selector: string): Found;
  #one(selector: "form"): HTMLFormElement;
  #one(selector: "textarea"): HTMLTextAreaElement;
  #one(selector: "details"): HTMLDetailsElement;
  #one(selector: string): Element {
    const found = this.querySelector(selector);
    if (!found) throw new Error(`a question has no ${selector}`);
    return found;
  }

  /** Shows what was written here before: an answer in the making, or one with its points. */
  async #restore(): Promise<void> {
    const before = await lastSelfTest(this.#id).catch(() => undefined);
    if (before === undefined || this.#text.value !== "") return;
    this.#text.value = before.given;
    if (before.points === undefined) return;
    for (const box of this.#boxes) box.checked = before.points.said.includes(textOf(box));
    this.#compare();
  }

  #compare(): void {
    clearTimeout(this.#pause);
    this.#pause = 0;
    this.dataset["compared"] = "";
    this.#text.readOnly = true;
    this.#one<HTMLButtonElement>("[type=submit]").hidden = true;
    this.#again.hidden = false;
    this.#details.open = true;
    this.#count();
  }

  /** Opens the answer to be written again; the one that was compared stays kept. */
  #open(): void {
    delete this.dataset["compared"];
    for (const box of this.#boxes) box.checked = false;
    this.#text.readOnly = false;
    this.#one<HTMLButtonElement>("[type=submit]").hidden = false;
    this.#again.hidden = true;
    this.#details.open = false;
    this.#one(".card-verdict").textContent = "";
    this.#text.focus();
    this.dispatchEvent(new CustomEvent(COMPARED, { bubbles: true }));
  }

  #count(): void {
    const said = this.#boxes.filter(({ checked }) => checked).length;
    this.dataset["said"] = String(said);
    this.#one(".card-verdict").textContent = pointsSentence(said, this.#boxes.length);
    this.dispatchEvent(new CustomEvent(COMPARED, { bubbles: true }));
  }

  #keepNow(): void {
    if (this.#pause !== 0) this.#keep();
  }

  /** Keeps the answer in the browser, for "My work". */
  #keep(): void {
    clearTimeout(this.#pause);
    this.#pause = 0;
    const isCompared = "compared" in this.dataset;
    const answer: SelfTestAnswer = {
      page: decodeURI(location.pathname).slice(base.length),
      question: (this.querySelector(".card-question")?.textContent ?? "").replace(/\s+/g, " ").trim(),
      given: this.#text.value,
      ...(isCompared ? { points: this.#points() } : { isDraft: true as const }),
      at: Date.now(),
    };
    saveSelfTest(this.#id, answer).then(
      () => (this.#kept.textContent = "Kept in this browser."),
      (error: unknown) => {
        this.#kept.textContent = "This browser doesn’t keep it: copy your answer before you leave the page.";
        console.warn("The answer could not be saved in this browser.", error);
      },
    );
  }

  #points(): NonNullable<SelfTestAnswer["points"]> {
    const ticked = (is: boolean) => this.#boxes.filter(({ checked }) => checked === is).map(textOf);
    return { said: ticked(true), missing: ticked(false) };
  }

  /** Unique in the course and stable across visits: the page, and the number of the question on it. */
  get #id(): string {
    const page = decodeURI(location.pathname).slice(base.length);
    return `${page}#interview-${[...document.querySelectorAll("interview-question")].indexOf(this)}`;
  }
}

const textOf = (box: HTMLInputElement): string => (box.closest("label")?.textContent ?? "").replace(/\s+/g, " ").trim();

/** Shows how many questions of the page were answered, and how many of their points. */
class InterviewScore extends HTMLElement {
  readonly #count = (): void => {
    const answered = [...document.querySelectorAll<HTMLElement>("interview-question[data-compared]")];
    this.textContent = interviewSentence({
      answered: answered.length,
      questions: document.querySelectorAll("interview-question").length,
      said: answered.reduce((sum, { dataset }) => sum + Number(dataset["said"] ?? 0), 0),
      points: answered.reduce((sum, question) => sum + question.querySelectorAll(".interview-points input").length, 0),
    });
  };

  connectedCallback(): void {
    document.addEventListener(COMPARED, this.#count);
    this.#count();
  }

  disconnectedCallback(): void {
    document.removeEventListener(COMPARED, this.#count);
  }
}

customElements.define("interview-question", InterviewQuestion);
customElements.define("interview-score", InterviewScore);
