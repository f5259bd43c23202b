import { scoreSentence } from "./score.ts";
import { MARKED } from "./self-test.ts";

/** Counts the marks of all questions on the page. */
class SelfTestScore extends HTMLElement {
  readonly #count = (): void => {
    const number = (selector: string): number => document.querySelectorAll(selector).length;
    this.textContent = scoreSentence({
      had: number('self-test[data-mark="had"]'),
      notYet: number('self-test[data-mark="not-yet"]'),
      total: number("self-test"),
    });
  };

  connectedCallback(): void {
    document.addEventListener(MARKED, this.#count);
    this.#count();
  }

  disconnectedCallback(): void {
    document.removeEventListener(MARKED, this.#count);
  }
}

customElements.define("self-test-score", SelfTestScore);
