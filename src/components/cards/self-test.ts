import type { ConceptId } from "#notebook/evidence/concepts.ts";
import { saveSelfTest } from "#notebook/storage/self-tests.ts";
import { base } from "#figures/drawing/base-path.ts";
import { scoreSentence } from "./score.ts";

/** The event of a question that was answered; the score of the page listens to it. */
const JUDGED = "self-test-judged";

/** A question: judges the reader's choice, keeps it in the browser, and shows the answer. */
class SelfTest extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector("form");
    if (!form) throw new Error("a question needs a place for its answer");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#judge(form);
    });
  }

  #judge(form: HTMLFormElement): void {
    const picked = form.querySelector("input:checked")?.closest("div");
    if (!picked) return;
    for (const field of form.querySelectorAll("input")) field.disabled = true;
    form.querySelector(".card-actions")?.remove();
    const isRight = "right" in picked.dataset;
    picked.dataset["picked"] = isRight ? "right" : "not";
    this.dataset["verdict"] = isRight ? "right" : "not-yet";
    this.#respond(picked, isRight);
    this.#keep(picked.querySelector("label")?.textContent.trim() ?? "", isRight ? "right" : "not-yet");
    this.querySelector("details")?.setAttribute("open", "");
    this.querySelector("summary")?.focus();
    this.dispatchEvent(new CustomEvent(JUDGED, { bubbles: true }));
  }

  #respond(picked: HTMLElement, isRight: boolean): void {
    const verdict = document.createElement("strong");
    verdict.textContent = isRight ? "Right. " : "Not that one. ";
    const response = picked.querySelector("p")?.cloneNode(true).childNodes ?? [];
    this.querySelector(".card-verdict")?.replaceChildren(verdict, ...response);
  }

  /** Keeps the answer in the browser, for "My work". */
  #keep(given: string, verdict: "right" | "not-yet"): void {
    const page = decodeURI(location.pathname).slice(base.length);
    const id = `${page}#${[...document.querySelectorAll("self-test")].indexOf(this)}`;
    const question = (this.querySelector(".card-question")?.textContent ?? "").replace(/\s+/g, " ").trim();
    const at = Date.now();
    saveSelfTest(id, { page, question, given, verdict, at }).catch((error: unknown) =>
      console.warn("The answer could not be saved in this browser.", error),
    );
    const { concept } = this.dataset;
    if (concept === undefined) return;
    const evidence = { kind: "quiz", source: id, isRight: verdict === "right", at };
    void import("#notebook/storage/evidence.ts").then(({ noteEvidence }) => noteEvidence(concept as ConceptId, evidence));
  }
}

/** Shows the score: how many of the page's questions were answered, and how many of them right. */
class SelfTestScore extends HTMLElement {
  readonly #count = (): void => {
    const number = (selector: string): number => document.querySelectorAll(selector).length;
    this.textContent = scoreSentence({
      had: number('self-test[data-verdict="right"]'),
      notYet: number('self-test[data-verdict="not-yet"]'),
      total: number("self-test"),
    });
  };

  connectedCallback(): void {
    document.addEventListener(JUDGED, this.#count);
    this.#count();
  }

  disconnectedCallback(): void {
    document.removeEventListener(JUDGED, this.#count);
  }
}

customElements.define("self-test", SelfTest);
customElements.define("self-test-score", SelfTestScore);
