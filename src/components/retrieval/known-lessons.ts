import { EVIDENCE_EVENT, conceptStates } from "#notebook/storage/evidence.ts";

/** Lessons with where the learner of this browser stands with their concepts; who is sure of all of a lesson's is offered its hardest question. */
class KnownLessons extends HTMLElement {
  readonly #show = async (): Promise<void> => {
    const states = await conceptStates();
    const standingOf = (mark: HTMLElement): string => states.get(mark.dataset["concept"] ?? "")?.standing ?? "new";
    for (const lesson of this.querySelectorAll(".lesson")) {
      const marks = [...lesson.querySelectorAll<HTMLElement>("[data-concept]")];
      for (const mark of marks) mark.textContent = standingOf(mark);
      lesson.querySelector(".lesson-sure")?.toggleAttribute("hidden", !marks.every((mark) => standingOf(mark) === "sure"));
    }
  };

  connectedCallback(): void {
    document.addEventListener(EVIDENCE_EVENT, this.#show);
    void this.#show();
  }

  disconnectedCallback(): void {
    document.removeEventListener(EVIDENCE_EVENT, this.#show);
  }
}

customElements.define("known-lessons", KnownLessons);
